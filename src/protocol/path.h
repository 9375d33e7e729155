/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PROTOCOL_PATH_H
#define CYCLETIME_PROTOCOL_PATH_H

#include <stdbool.h>
#include <string.h>

/* Cuts the last COUNT parts off PATH, but leaves the slash of the root. Returns false if there are fewer slashes. */
static inline bool path_cut_parts(char *path, int count)
{
    char *slash;

    for (; count; count--) {
        slash = strrchr(path, '/');
        if (!slash) return false;
        slash[slash == path] = '\0';
    }
    return true;
}

#endif
