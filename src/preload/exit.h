/* SPDX-License-Identifier: MIT */
/* The last moment of a process of Wine's. */
#ifndef CYCLETIME_PRELOAD_EXIT_H
#define CYCLETIME_PRELOAD_EXIT_H

#include <stdint.h>

typedef int32_t call(void *);

/* END is called when this process leaves by _exit. */
void exit_calls(call *end);

#endif
