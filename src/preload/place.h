/* SPDX-License-Identifier: MIT */
/* The folders of the tree that this library belongs to, as this process names them, which may be in a container. */
#ifndef CYCLETIME_PRELOAD_PLACE_H
#define CYCLETIME_PRELOAD_PLACE_H

#include <stdbool.h>
#include <stdint.h>

enum { PLACE = 1024 };

/* The path of NAME in lib/wine/DIRECTORY. False: it cannot be told. */
bool place_of(char path[PLACE], const char *directory, const char *name);

/* The same as Wine's loader takes it. False: it has letters that no such path may have. */
bool place_for_windows(uint16_t path[PLACE], const char *directory, const char *name);

#endif
