/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PRELOAD_CHILDREN_H
#define CYCLETIME_PRELOAD_CHILDREN_H

/* Prevents the processes that this one creates from loading this library. */
void children_leave(void);

/* Removes the files of that name from LIST, whose items are separated by colons and blanks as ld.so reads LD_PRELOAD; the
   other items stay as they are. */
void list_remove_file(char *list, const char *name);

#endif
