/* SPDX-License-Identifier: MIT */
/* Measures the cost of a call as the median of several rounds, and what the unixlib measures by itself. */
#include "tools/bench/bench.h"
#include "library/nt/nt.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 21, SHORT_ROUNDS = 201, MOST_CALLS = 20000 };

double measure_now(void)
{
    LARGE_INTEGER counter, frequency;

    QueryPerformanceCounter(&counter);
    QueryPerformanceFrequency(&frequency);
    return (double)counter.QuadPart * 1e9 / (double)frequency.QuadPart;
}

/* Returns the nanoseconds of a call; 0 if CALL is NULL. */
static double measure_calls(void (*call)(void), int calls)
{
    double begin;
    int i;

    if (!call) return 0;
    begin = measure_now();
    for (i = 0; i < calls; i++) call();
    return (measure_now() - begin) / calls;
}

/* Returns how many calls take about a millisecond. */
static int count_calls(void (*call)(void))
{
    double one;

    if (!call) return 1;
    call();
    one = measure_calls(call, 4);
    if (one > 1e6) return 1;
    return one * MOST_CALLS < 1e6 ? MOST_CALLS : (int)(1e6 / one);
}

static int compare_costs(const void *left, const void *right)
{
    double difference = *(const double *)left - *(const double *)right;

    return difference < 0 ? -1 : difference > 0;
}

double measure_median(double *values, int count)
{
    qsort(values, count, sizeof *values, compare_costs);
    return values[count / 2];
}

struct cost measure_cost(const struct call *call)
{
    int ours = count_calls(call->ours), systems = count_calls(call->alone), queries = count_calls(call->queries), i;
    double rounds[5][ROUNDS];

    for (i = 0; i < ROUNDS; i++) {
        rounds[0][i] = measure_calls(call->ours, ours);
        rounds[1][i] = measure_calls(call->alone, systems);
        rounds[2][i] = measure_calls(call->queries, queries);
        rounds[3][i] = call->alone ? rounds[0][i] / rounds[1][i] : 0;
        rounds[4][i] = call->queries ? rounds[0][i] / rounds[2][i] : 0;
    }
    return (struct cost){ measure_median(rounds[0], ROUNDS), measure_median(rounds[1], ROUNDS),
                          measure_median(rounds[2], ROUNDS), measure_median(rounds[3], ROUNDS),
                          measure_median(rounds[4], ROUNDS) };
}

double measure_alone(void (*call)(void))
{
    const int calls = count_calls(call) / 20 + 1;
    double rounds[SHORT_ROUNDS];
    int i;

    for (i = 0; i < SHORT_ROUNDS; i++) rounds[i] = measure_calls(call, calls);
    return measure_median(rounds, SHORT_ROUNDS);
}

struct ratio measure_ratio(const struct call *call)
{
    double rounds[2][SHORT_ROUNDS];
    struct ratio ratio;
    int i;

    measure_calls(call->under, call->count);
    for (i = 0; i < SHORT_ROUNDS; i++) {
        rounds[0][i] = measure_calls(call->under, call->count);
        rounds[1][i] =
            call->least ? measure_calls(call->least, call->count) : measure_on_linux(call->linux_least, call->count);
        if (rounds[1][i] <= 0) return (struct ratio){ 0, 0, 0 };
    }
    ratio.ours = measure_median(rounds[0], SHORT_ROUNDS);
    ratio.least = measure_median(rounds[1], SHORT_ROUNDS);
    ratio.ratio = ratio.ours / ratio.least;
    return ratio;
}

double measure_spin_error(ULONG64 rate, double milliseconds, int rounds)
{
    ULONG64 length = (ULONG64)(milliseconds * (double)rate / 1e3), before, after, begin, end;
    double *errors = malloc(rounds * sizeof *errors), result;
    int i;

    if (!errors) return NAN;
    for (i = 0; i < rounds; i++) {
        if (!ours.QueryThreadCycleTime(GetCurrentThread(), &before)) break;
        begin = __builtin_ia32_rdtsc();
        do end = __builtin_ia32_rdtsc();
        while (end - begin < length);
        if (!ours.QueryThreadCycleTime(GetCurrentThread(), &after)) break;
        errors[i] = fabs((double)(after - before) - (double)(end - begin)) * 1e6 / (double)rate;
    }
    result = i == rounds ? measure_median(errors, rounds) : NAN;
    free(errors);
    return result;
}

double measure_on_linux(enum unixlib_measured what, int rounds)
{
    struct unixlib_measure measure = { .what = what, .rounds = rounds };

    return nt_unixlib_call(UNIXLIB_CALL_MEASURE, &measure) == UNIXLIB_DONE ? (double)measure.nanoseconds / rounds : 0;
}
