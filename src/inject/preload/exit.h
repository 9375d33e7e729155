/* SPDX-License-Identifier: MIT */
/* The end of a process of Wine's. */
#ifndef CYCLETIME_PRELOAD_EXIT_H
#define CYCLETIME_PRELOAD_EXIT_H

#include <stdint.h>

typedef int32_t call(void *);

/* Has END called when this process ends by _exit. */
void exit_calls(call *end);

#endif
