/* SPDX-License-Identifier: MIT */
/* cycletime_host.so, which stands beside this library in the tree, or where CYCLETIME_HOST says. */
#ifndef CYCLETIME_PRELOAD_LINUX_SIDE_H
#define CYCLETIME_PRELOAD_LINUX_SIDE_H

#include <stdbool.h>
#include <stdint.h>

/* Its functions as Wine's dispatcher takes them, for Windows' code of this process's word size and of 32 bits; 0: it is not
   there, or not wanted. */
struct linux_side {
    uint64_t own, of_32;
};

struct linux_side linux_side_load(void);

/* Tells it what this process runs, for the list number RUN. */
void linux_side_tell(const struct linux_side *side, uint64_t run, const char *path, bool is_wines);

#endif
