/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_HOST_TIMES_H
#define CYCLETIME_HOST_TIMES_H

#include "source.h"

/* From nanoseconds; the parts make up the total. */
static inline void put_times(struct cpu_time *seen, ULONG64 total, ULONG64 kernel)
{
    seen->kernel = kernel / 100;
    seen->user = total / 100 - seen->kernel;
    seen->known = CPU_TIME_TIMES;
}

#endif
