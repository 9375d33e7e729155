/* SPDX-License-Identifier: MIT */
/* Running cycletime-run.exe. */
#ifndef LAUNCH_H
#define LAUNCH_H

#include "run_process.h"

enum { LINE = 0x8000 };  /* the longest command line and its end */

/* What the program WITNESS is to tell; NULL: nothing but that it ran. */
void want(const WCHAR *what);

/* Runs the launcher at PATH with the rest of its command line, which follows its quoted path as it is. */
void launch_by(const WCHAR *path, const WCHAR *rest, struct outcome *outcome);

/* Runs the launcher beside us with the quoted PROGRAM and then REST. */
void launch(const WCHAR *program, const WCHAR *rest, struct outcome *outcome);

/* A directory of our own for files that are not there otherwise, with a blank and letters of two scripts in its name. */
const WCHAR *scratch(void);
const WCHAR *in_scratch(const WCHAR *name);  /* in memory that stays */
void remove_scratch(void);

#endif
