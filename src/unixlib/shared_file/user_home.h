/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_UNIXLIB_USER_HOME_H
#define CYCLETIME_UNIXLIB_USER_HOME_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Copies this user's home directory from the file LIST, which is "/etc/passwd" but in tests, to PATH, a buffer of SIZE
 * bytes. Returns false if the list does not have the user, or the path is too long. It does not call getpwuid, which uses
 * the heap and, in the static command, libraries that are not there; so it does not know users that are on a server only.
 */
bool user_home(const char *list, char *path, size_t size);

#endif
