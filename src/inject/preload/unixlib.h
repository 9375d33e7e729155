/* SPDX-License-Identifier: MIT */
/* The unixlib, cycletime_unixlib.so, which is beside this library in the tree, or where CYCLETIME_UNIXLIB says. */
#ifndef CYCLETIME_PRELOAD_UNIXLIB_H
#define CYCLETIME_PRELOAD_UNIXLIB_H

#include "inject/preload/ntdll.h"

#include <stdbool.h>
#include <stdint.h>

/* The unixlib's function tables for Wine's dispatcher, for Windows' code of this process's word size and of 32 bits. They
   are 0 if the unixlib is missing or not wanted. */
struct unixlib {
    uint64_t own, of_32;
};

struct unixlib unixlib_load(const struct ntdll *ntdll);

/* Reports to the unixlib which program this process runs, for the list number RUN. */
void unixlib_set_program(const struct unixlib *side, uint64_t run, const char *path, bool is_wines);

#endif
