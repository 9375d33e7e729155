/* SPDX-License-Identifier: MIT */
/* Paths in the tree that this library belongs to, as this process names them; the process may be in a container. */
#ifndef CYCLETIME_PRELOAD_PLACE_H
#define CYCLETIME_PRELOAD_PLACE_H

#include <stdbool.h>
#include <stdint.h>

enum { PLACE = 1024 };

/* Makes the path of NAME in lib/wine/DIRECTORY. False: the tree cannot be found. */
bool place_of(char path[PLACE], const char *directory, const char *name);

/* Makes the same path in the form for Wine's loader. False: it has characters that such a path may not have. */
bool place_for_windows(uint16_t path[PLACE], const char *directory, const char *name);

#endif
