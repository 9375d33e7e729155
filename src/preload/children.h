/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PRELOAD_CHILDREN_H
#define CYCLETIME_PRELOAD_CHILDREN_H

/* The processes that this one creates do not load this library. */
void children_leave(void);

/* Takes the files of that name out of LIST, which colons and blanks separate, as ld.so reads LD_PRELOAD; what else is in
   it stays as it is. */
void list_remove_file(char *list, const char *name);

#endif
