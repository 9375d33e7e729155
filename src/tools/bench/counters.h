/* SPDX-License-Identifier: MIT */
/* Measures queries of performance counters in a grafted program beside the NT queries that their answers need. */
#ifndef BENCH_COUNTERS_H
#define BENCH_COUNTERS_H

#include "calls.h"

extern const struct call counter_calls[];
extern const int counter_call_count;

/* Opens the queries after the graft, and starts 100 processes for one of them. FALSE: something failed. */
BOOL counters_open(void);
void counters_close(void);

#endif
