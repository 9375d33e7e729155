/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_CAN_ACCESS_H
#define CYCLETIME_CAN_ACCESS_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

/* Returns whether this user may access the file; `mode` is as for access(2), which a container can refuse. */
static inline bool can_access(const char *path, int mode)
{
    return !access(path, mode) || (errno != ENOENT && !faccessat(AT_FDCWD, path, mode, 0));
}

#endif
