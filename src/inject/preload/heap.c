/* SPDX-License-Identifier: MIT */
/*
 * Wine ends a process that cannot have its page at 0x7ffe0000, and overwrites the page behind it. Debian's Wine 8 is a
 * program at 0x7d000000, and Linux puts its heap anywhere into the GB behind it (arch_randomize_brk, seen in Linux 6.18).
 * So one process in 8,000 would not work: that whose heap has grown into these pages before Wine takes them. Such a heap
 * is moved behind them.
 * Wine: shared-page-place.
 */
#include "inject/preload/preload.h"

#include <sys/mman.h>

enum { NEAR = 1 << 20, ROOM = 1 << 16 }; /* a heap was seen to grow by 132 KB before */

__attribute__((constructor)) static void move_heap(void)
{
    const uintptr_t pages = 0x7ffe0000, end = sbrk && munmap ? (uintptr_t)sbrk(0) : 0;

    if (end < pages - NEAR || end >= pages + ROOM) return;
    if (sbrk((intptr_t)(pages + ROOM - end)) == (void *)end) munmap((void *)end, pages + ROOM - end);
}
