/* SPDX-License-Identifier: MIT */
/* The folders in which what this user's processes share may be kept, the best first: /dev/shm, the user's own of this
   session, Wine's prefix. */
#ifndef CYCLETIME_HOST_FOLDERS_H
#define CYCLETIME_HOST_FOLDERS_H

#include "prefix.h"

enum { FOLDERS = 3 };

struct folders {
    const char *of[FOLDERS];
    int count;
    char prefix[PREFIX_PATH];
};

/* That one alone, if it is not NULL. */
void folders_find(struct folders *folders, const char *only);

#endif
