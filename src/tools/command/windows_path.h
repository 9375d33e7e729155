/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_WINDOWS_PATH_H
#define CYCLETIME_COMMAND_WINDOWS_PATH_H

#include <stdbool.h>

/* WORD has a backslash, or begins with a drive's letter. */
bool windows_path_is(const char *word);

/* Returns the Linux path of the full path WORD by Wine's drives, in malloc's memory. NULL: no such file (yet), or WORD is
   not a full path. */
char *windows_path_on_linux(const char *word);

/* Finds NAME in FOLDER, ignoring case; in malloc's memory. NULL: there is none. */
char *windows_path_in(const char *folder, const char *name);

#endif
