/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_WINDOWS_PATH_H
#define CYCLETIME_COMMAND_WINDOWS_PATH_H

#include <stdbool.h>

/* WORD has a backslash, or begins with a drive's letter. */
bool windows_path_is(const char *word);

/* Where Wine's drives lead the full path WORD, in malloc's memory. NULL: to nothing that is there (yet), or it is no full
   path. */
char *windows_path_on_linux(const char *word);

/* NAME in FOLDER whatever its case, in malloc's memory. NULL: there is none. */
char *windows_path_in(const char *folder, const char *name);

#endif
