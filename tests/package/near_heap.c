/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD. It moves the heap to where Linux puts that of one process in some thousand, if it is in the GB
   behind a program at 0x7d000000: so near before Wine's page at 0x7ffe0000 that it grows over the page. */
#define _GNU_SOURCE
#include <stdint.h>
#include <unistd.h>

__attribute__((constructor)) static void move_heap(void)
{
    const uintptr_t program = 0x7d000000, page = 0x7ffe0000, end = (uintptr_t)sbrk(0);

    if (end > program && end < page) sbrk((intptr_t)(page - 0x1000 - end));
}
