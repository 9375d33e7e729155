/* SPDX-License-Identifier: MIT */
/*
 * Wine ends a process that cannot have its page at 0x7ffe0000. Debian's Wine 8 is a program at 0x7d000000, and Linux puts
 * its heap anywhere into the GB behind it (arch_randomize_brk, seen in Linux 6.18). So one process in 8,000 would end: that
 * whose heap grows over the page before Wine takes it. Such a heap is moved behind the page.
 * Wine: shared-page-place.
 */
#include "inject/preload/preload.h"

#include <sys/mman.h>

enum { NEAR = 1 << 20, ROOM = 1 << 16 }; /* Wine's heap is seen to grow by 132 KB before */

__attribute__((constructor)) static void move_heap(void)
{
    const uintptr_t page = 0x7ffe0000, end = sbrk && munmap ? (uintptr_t)sbrk(0) : 0;

    if (end > page || end < page - NEAR || sbrk((intptr_t)(page + ROOM - end)) != (void *)end) return;
    munmap((void *)end, page + ROOM - end);
}
