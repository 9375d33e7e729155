/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_FILE_LIMIT_H
#define CYCLETIME_FILE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

/* Returns whether SIZE bytes can be written to FILE, a pipe or a file, at its position. If the limit on the size of files
   (ulimit -f) does not allow them, a write does more than fail: SIGXFSZ ends the process. */
static inline bool file_may_grow(int file, size_t size)
{
    const off_t at = lseek(file, 0, SEEK_CUR);
    struct rlimit limit;

    return at < 0 || getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur >= (rlim_t)at + size;
}

#endif
