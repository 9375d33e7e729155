/* SPDX-License-Identifier: MIT */
/* Costs of calls, each the median of several rounds in which all take turns, so that a busy machine hits them alike. */
#ifndef MEASURE_H
#define MEASURE_H

#include "calls.h"

struct cost {
    double ours, systems, queries; /* nanoseconds a call; 0: there is none */
    double to_systems, to_queries; /* ours divided by it, the median of each round's ratio */
};

struct cost measure_cost(const struct subject *subject);

/* Nanoseconds a call; 0 without one. */
double measure_calls(void (*call)(void), int calls);

double measure_alone(void (*call)(void)); /* the same, the median of many short rounds */

struct ratio {
    double ours, least; /* nanoseconds; 0: it could not be measured */
    double ratio;       /* of both */
};

/* LEAST tells nanoseconds a call, of as many calls as OURS makes in a round. Rounds are many and to be short, so that most
   of them are not interrupted on a busy machine. */
struct ratio measure_ratio(void (*ours)(void), double (*least)(int calls), int calls);

/* Spins a thread's time by the time-stamp counter and measures it by the function: the median error in microseconds. */
double measure_spin_error(BOOL (WINAPI *cycles)(HANDLE, PULONG64), ULONG64 rate, double milliseconds, int rounds);

double measure_now(void);                         /* nanoseconds */
double measure_median(double *values, int count); /* sorts them */

#endif
