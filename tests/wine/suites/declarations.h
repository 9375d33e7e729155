/* SPDX-License-Identifier: MIT */
/* Every function of the export list, with its type, as a program declares and links it. */
#ifndef DECLARATIONS_H
#define DECLARATIONS_H

#include <windows.h>

struct declaration {
    const char *name;
    void *address;
};

enum { DECLARATIONS = 64 };

/* Their number. By <windows.h> and cycletime.h for Windows 10, and for Windows XP, where <windows.h> hides some. */
size_t declarations_for_10(struct declaration list[DECLARATIONS]);
size_t declarations_for_xp(struct declaration list[DECLARATIONS]);

#endif
