/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD. It moves the heap to where Linux puts that of one process in some thousand, if it is in the GB
   behind a program at 0x7d000000: BEFORE bytes before Wine's page at 0x7ffe0000, so that it grows over the page, or behind
   the beginning of that page. Then it makes the file that MOVED names. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

__attribute__((constructor)) static void move_heap(void)
{
    const uintptr_t program = 0x7d000000, heap = 0x7ffe0000 - BEFORE, end = (uintptr_t)sbrk(0);

    if (end <= program || end >= heap || sbrk((intptr_t)(heap - end)) != (void *)end) return;
    munmap((void *)end, heap - end);
    if (getenv("MOVED")) close(open(getenv("MOVED"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
}
