/* SPDX-License-Identifier: MIT */
#include "prefix.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

bool prefix_path(char path[PREFIX_PATH])
{
    const char *prefix = getenv("WINEPREFIX"), *home = getenv("HOME");
    const int length = prefix && *prefix ? snprintf(path, PREFIX_PATH, "%s", prefix)
                                         : snprintf(path, PREFIX_PATH, "%s/.wine", home ? home : "");

    return length >= 0 && length < PREFIX_PATH;
}

bool prefix_key(uint64_t *key)
{
    char path[PREFIX_PATH];
    struct stat found;

    if (!prefix_path(path) || stat(path, &found)) return false;
    *key = (uint64_t)found.st_dev * 0x9e3779b97f4a7c15u ^ (uint64_t)found.st_ino;
    return true;
}
