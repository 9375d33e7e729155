/* SPDX-License-Identifier: MIT */
/* thread_clock_snapshot.h says what this does. It is written by hand, because compilers run out of registers, and their
   code takes twice the time.

   Each value is read in halves. Of own the high half is read first: as own only rises, both halves belong together if the
   exchange finds them unchanged. Of reported, which other threads raise, the low half is read first: together the halves
   are no less than what reported was before. Where the answer would be less than reported, or have another high half than
   own, the thread is synchronised. */
#ifndef CYCLETIME_THREAD_CLOCK_SNAPSHOT_I386_H
#define CYCLETIME_THREAD_CLOCK_SNAPSHOT_I386_H

#include "protocol/thread_clock_snapshot.h"

#include <stddef.h>

static inline int thread_clock_snapshot_exchange(uint64_t *value, uint64_t before, uint64_t after)
{
    int done = 0;

    __asm__ volatile("cmpxchg8b %1"
                     : "=@ccz"(done), "+m"(*value), "+A"(before)
                     : "b"((uint32_t)after), "c"((uint32_t)(after >> 32))
                     : "memory");
    return done;
}

static inline int thread_clock_snapshot_cycles(struct thread_clock_snapshot *snapshot, const uint32_t *trusted,
                                               uint64_t *cycles)
{
    uint32_t low, high;
    int done = 0;

    __asm__ volatile(
        "movl %c[own]+4(%[snapshot]), %%ecx\n\t"
        "movl %c[own](%[snapshot]), %%edi\n\t"
        "rdtsc\n\t"
        "subl %c[tsc](%[snapshot]), %%eax\n\t"
        "sbbl %c[tsc]+4(%[snapshot]), %%edx\n\t"
        "jne 1f\n\t"
        "cmpl %[trusted], %%eax\n\t"
        "jae 1f\n\t"
        "cmpl %[mark], %c[area](%[snapshot])\n\t"
        "jne 1f\n\t"
        "addl %c[cycles](%[snapshot]), %%eax\n\t"
        "adcl %c[cycles]+4(%[snapshot]), %%edx\n\t"
        "cmpl %%edx, %%ecx\n\t"
        "jne 1f\n\t"
        "movl %%eax, %%ebx\n\t"
        "cmpl %%edi, %%eax\n\t"
        "cmovbl %%edi, %%ebx\n\t"
        "cmpl %c[reported](%[snapshot]), %%ebx\n\t"
        "sbbl %c[reported]+4(%[snapshot]), %%edx\n\t"
        "jb 1f\n\t"
        "movl %%edi, %%eax\n\t"
        "movl %%ecx, %%edx\n\t"
        "cmpxchg8b %c[own](%[snapshot])\n\t"
        "jne 1f\n\t"
        "movl $1, %%eax\n\t"
        "jmp 2f\n"
        "1:\txorl %%eax, %%eax\n"
        "2:"
        : "=&a"(done), "=&b"(low), "=&c"(high)
        : [snapshot] "S"(snapshot), [trusted] "m"(*trusted), [mark] "i"(THREAD_SWITCH_MARKER),
          [area] "i"(offsetof(struct thread_clock_snapshot, area.cpu_id_start)),
          [cycles] "i"(offsetof(struct thread_clock_snapshot, cycles)),
          [tsc] "i"(offsetof(struct thread_clock_snapshot, tsc)), [own] "i"(offsetof(struct thread_clock_snapshot, own)),
          [reported] "i"(offsetof(struct thread_clock_snapshot, reported))
        : "edx", "edi", "cc", "memory");
    if (done) *cycles = (uint64_t)high << 32 | low;
    return done;
}

#endif
