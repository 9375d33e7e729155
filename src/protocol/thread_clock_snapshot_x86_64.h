/* SPDX-License-Identifier: MIT */
/* thread_clock_snapshot.h says what this does. */
#ifndef CYCLETIME_THREAD_CLOCK_SNAPSHOT_X86_64_H
#define CYCLETIME_THREAD_CLOCK_SNAPSHOT_X86_64_H

#include "protocol/thread_clock_snapshot.h"

static inline int thread_clock_snapshot_exchange(uint64_t *value, uint64_t before, uint64_t after)
{
    int done = 0;

    __asm__ volatile("cmpxchgq %3, %1" : "=@ccz"(done), "+m"(*value), "+a"(before) : "r"(after) : "memory");
    return done;
}

static inline int thread_clock_snapshot_cycles(struct thread_clock_snapshot *snapshot, const uint32_t *trusted,
                                               uint64_t *cycles)
{
    const volatile struct thread_clock_snapshot *seen = snapshot;
    const uint64_t own = seen->own, tsc = seen->tsc, base = seen->cycles, passed = __builtin_ia32_rdtsc() - tsc;
    uint64_t now = base + passed, reported;

    if (passed >= *(const volatile uint32_t *)trusted || seen->area.cpu_id_start != THREAD_SWITCH_MARKER) return 0;
    reported = seen->reported;
    if (now < reported) now = reported;
    if (now < own) now = own;
    if (!thread_clock_snapshot_exchange(&snapshot->own, own, now)) return 0;
    *cycles = now;
    return 1;
}

#endif
