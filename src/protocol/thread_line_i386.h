/* SPDX-License-Identifier: MIT */
/* thread_line.h says what it does. By hand: compilers run out of registers, and their code takes twice the time.

   A value is read in halves. Of own the high one comes first: as it only rises, both halves belong together if the exchange
   finds them unchanged. Of reported, which other threads raise, the low one comes first: together they are no less than
   what it was before. Where the answer would be less, or another high half than own's, the thread is synchronised. */
#ifndef CYCLETIME_THREAD_LINE_I386_H
#define CYCLETIME_THREAD_LINE_I386_H

#include "thread_record.h"

#include <stddef.h>

static inline int thread_line_exchange(uint64_t *value, uint64_t before, uint64_t after)
{
    int done = 0;

    __asm__ volatile("cmpxchg8b %1"
                     : "=@ccz"(done), "+m"(*value), "+A"(before)
                     : "b"((uint32_t)after), "c"((uint32_t)(after >> 32))
                     : "memory");
    return done;
}

static inline int thread_line_cycles(struct thread_line *line, const uint32_t *trusted, uint64_t *cycles)
{
    uint32_t low, high;
    int done = 0;

    __asm__ volatile("movl %c[own]+4(%[line]), %%ecx\n\t"
                     "movl %c[own](%[line]), %%edi\n\t"
                     "rdtsc\n\t"
                     "subl %c[tsc](%[line]), %%eax\n\t"
                     "sbbl %c[tsc]+4(%[line]), %%edx\n\t"
                     "jne 1f\n\t"
                     "cmpl %[trusted], %%eax\n\t"
                     "jae 1f\n\t"
                     "cmpl %[mark], %c[area](%[line])\n\t"
                     "jne 1f\n\t"
                     "addl %c[cycles](%[line]), %%eax\n\t"
                     "adcl %c[cycles]+4(%[line]), %%edx\n\t"
                     "cmpl %%edx, %%ecx\n\t"
                     "jne 1f\n\t"
                     "movl %%eax, %%ebx\n\t"
                     "cmpl %%edi, %%eax\n\t"
                     "cmovbl %%edi, %%ebx\n\t"
                     "cmpl %c[reported](%[line]), %%ebx\n\t"
                     "sbbl %c[reported]+4(%[line]), %%edx\n\t"
                     "jb 1f\n\t"
                     "movl %%edi, %%eax\n\t"
                     "movl %%ecx, %%edx\n\t"
                     "cmpxchg8b %c[own](%[line])\n\t"
                     "jne 1f\n\t"
                     "movl $1, %%eax\n\t"
                     "jmp 2f\n"
                     "1:\txorl %%eax, %%eax\n"
                     "2:"
                     : "=&a"(done), "=&b"(low), "=&c"(high)
                     : [line] "S"(line), [trusted] "m"(*trusted), [mark] "i"(THREAD_MARK),
                       [area] "i"(offsetof(struct thread_line, area.cpu_id_start)),
                       [cycles] "i"(offsetof(struct thread_line, cycles)), [tsc] "i"(offsetof(struct thread_line, tsc)),
                       [own] "i"(offsetof(struct thread_line, own)), [reported] "i"(offsetof(struct thread_line, reported))
                     : "edx", "edi", "cc", "memory");
    if (done) *cycles = (uint64_t)high << 32 | low;
    return done;
}

#endif
