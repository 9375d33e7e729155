/* SPDX-License-Identifier: MIT */
/* Measures what calls cost: the median of several rounds. In each round all variants of a call are measured in turn, so
   that a busy machine slows all of them alike. */
#ifndef MEASURE_H
#define MEASURE_H

#include "tools/bench/calls.h"

struct cost {
    double ours, systems, queries; /* nanoseconds a call; 0: there is no such call */
    double to_systems, to_queries; /* ours divided by the other cost: the median of the rounds' ratios */
};

struct cost measure_cost(const struct call *call);

/* Returns the nanoseconds of a call: the median of many short rounds. */
double measure_alone(void (*call)(void));

struct ratio {
    double ours, least; /* nanoseconds; 0: it could not be measured */
    double ratio;       /* ours divided by least */
};

/* Measures a call under cycletime and the least that it can cost, in many short rounds, so that most of them are not
   interrupted on a busy machine. */
struct ratio measure_ratio(const struct call *call);

/* Spins for MILLISECONDS of the time-stamp counter, and compares that with what QueryThreadCycleTime counted. Returns the
   median error of ROUNDS in microseconds; NAN: it could not be measured. */
double measure_spin_error(ULONG64 rate, double milliseconds, int rounds);

double measure_now(void);                         /* nanoseconds */
double measure_median(double *values, int count); /* sorts them */

#endif
