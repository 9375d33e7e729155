/* SPDX-License-Identifier: MIT */
/* Measures queries about many processes and of performance counters, in a hooked program, beside Wine's own queries that
   the answers need. */
#ifndef BENCH_COUNTERS_H
#define BENCH_COUNTERS_H

#include "tools/bench/calls.h"

/* OPEN is called before the call is measured, and returns FALSE if something failed; NULL: nothing has to be opened. */
struct counter_call {
    BOOL (*open)(void);
    struct call call;
};

extern const struct counter_call counter_calls[];
extern const int counter_call_count;

void counters_close(void);

#endif
