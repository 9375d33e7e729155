/* SPDX-License-Identifier: MIT */
/* Running programs hooked, as `cycletime run` does: the preload library, which is in this process too and leaves it alone,
   reads in the environment what is wanted. */
#ifndef LAUNCH_H
#define LAUNCH_H

#include "run_process.h"

/* Sets the report that the program WITNESS must make; NULL: only that it ran. */
void want(const WCHAR *what);

/* Starts the program at PATH as the first of a command, with those WORDS of CYCLETIME_RUN; the rest as for program_start.
   If WORDS is NULL, the program is not hooked.
   While another goes on that has children, one of these may be the first instead, and the program, which is hooked still,
   is not with no-children. */
void launch_start(struct program *program, const WCHAR *words, const WCHAR *path, const WCHAR *line,
                  const WCHAR *directory);

/* Runs the program at PATH with the rest of its command line, which follows its quoted path as it is. */
void launch_with(const WCHAR *words, const WCHAR *path, const WCHAR *rest, struct outcome *outcome);

/* The same of one that must be hooked, and without options. */
void launch(const WCHAR *path, const WCHAR *rest, struct outcome *outcome);

/* A directory of our own for files that are not there otherwise, with a blank and letters of two scripts in its name. It
   is removed when this program ends. */
const WCHAR *scratch(void);
const WCHAR *in_scratch(const WCHAR *name);  /* in memory that stays */

/* Copies the file FROM beside us to NAME there, and returns its path. */
const WCHAR *copy_to_scratch(const WCHAR *from, const WCHAR *name);

BYTE *read_file(const WCHAR *path, DWORD *count);  /* to be freed */
void write_file(const WCHAR *path, const void *bytes, DWORD count);

#endif
