/* SPDX-License-Identifier: MIT */
/* Where the Wine prefix is. The functions allocate no memory of the heap and take no lock. Wine: prefix. */
#ifndef CYCLETIME_LAUNCH_PREFIX_H
#define CYCLETIME_LAUNCH_PREFIX_H

#include <stdbool.h>
#include <stddef.h>

enum { PREFIX_PATH = 4096 };

/* Returns VARIABLE, which is the value of HOME, or if it is NULL this user's home by the list of users, which is put into
   USERS; "" if there is neither. Wine does the same, but also knows users of a server. */
const char *prefix_home(const char *variable, char users[PREFIX_PATH]);

/* Makes the path where the prefix is or will be, of a process of this user in whose environment WINEPREFIX and HOME have
   the values PREFIX and HOME; NULL: none. It is WINEPREFIX, or else below the user's home, without slashes at its end.
   Returns false if it is too long. */
bool prefix_path_by(const char *prefix, const char *home, char path[PREFIX_PATH]);

/* The same of this process. */
bool prefix_path(char path[PREFIX_PATH]);

/* Makes the path of the folder that has this process's drives, of SIZE bytes. Returns false if it is too long. */
bool prefix_devices(char *path, size_t size);

#endif
