/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_SEARCH_H
#define CYCLETIME_COMMAND_SEARCH_H

/* What a shell would run by NAME, a path or a name that is looked for in PATH; in malloc's memory. NULL: nothing. */
char *search(const char *name);

#endif
