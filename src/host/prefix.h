/* SPDX-License-Identifier: MIT */
/* Wine's prefix, the folder that a Windows program's drives and registry are in, as the environment names it. */
#ifndef CYCLETIME_HOST_PREFIX_H
#define CYCLETIME_HOST_PREFIX_H

#include <stdbool.h>
#include <stdint.h>

enum { PREFIX_PATH = 4096 };

/* Where it is or will be. False: its name is too long. */
bool prefix_path(char path[PREFIX_PATH]);

/* Which it is, by Wine's own identity of it: the folder's device and inode. False: it is not there (yet). */
bool prefix_key(uint64_t *key);

#endif
