/* SPDX-License-Identifier: MIT */
/* The environment as a program is given it: pointers to NAME=VALUE, a null pointer last. It cannot become longer. */
#ifndef CYCLETIME_PRELOAD_ENVIRONMENT_H
#define CYCLETIME_PRELOAD_ENVIRONMENT_H

#include "text.h"

/* Where the entry that begins with NAME, "NAME=", stands; NULL where there is none. */
char **environment_find(char **environment, const char *name);

void environment_remove(char **entry);

/* Is DIRECTORY one of the directories of LIST, which colons separate? */
bool list_has_directory(const char *list, const char *directory);

/* Takes the files of that name out of LIST, which colons and spaces separate, as ld.so reads LD_PRELOAD; what else is in
   it stays as it is. */
void list_remove_file(char *list, const char *name);

#endif
