/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_SEARCH_H
#define CYCLETIME_COMMAND_SEARCH_H

/* Returns the path of the file that a shell would run by NAME, a path or a name to search for in PATH; in malloc's memory.
   NULL: there is none. */
char *search_path(const char *name);

#endif
