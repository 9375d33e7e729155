/* SPDX-License-Identifier: MIT */
/* The variable LD_PRELOAD, a list whose items are separated by colons and blanks, and its items that name the preload
   library of any tree. The functions allocate no memory and take no lock. */
#ifndef CYCLETIME_LAUNCH_PRELOAD_LIST_H
#define CYCLETIME_LAUNCH_PRELOAD_LIST_H

#include <stdbool.h>

/* Returns whether LIST, which may be NULL, has the preload library. */
bool preload_list_has_library(const char *list);

/* Removes the preload library from LIST; the other items stay as they are. */
void preload_list_remove_library(char *list);

/* Prevents the processes that this one creates from loading the preload library. */
void preload_list_leave(void);

#endif
