/* SPDX-License-Identifier: MIT */
/* The APCs' code as bytes to copy, and the directories of the tree for this library's machine. Each machine has its own
   file. */
#ifndef CYCLETIME_PRELOAD_APC_CODE_H
#define CYCLETIME_PRELOAD_APC_CODE_H

#include <stdint.h>

#pragma GCC visibility push(hidden)
extern const char apc_own[], apc_i386[];
extern const uint32_t apc_own_size, apc_i386_size; /* bytes */
extern const char own_directory[], own_unix_directory[];
#pragma GCC visibility pop

#endif
