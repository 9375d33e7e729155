/* SPDX-License-Identifier: MIT */
/* Measures the cost of a call as the median of several rounds, and the calls of the Linux side alone. */
#include "tools/bench/bench.h"
#include "library/nt/nt.h"
#include "library/source/unixlib.h"

#include <math.h>
#include <stdio.h>
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
            call->least ? measure_calls(call->least, call->count) : linux_measured(call->linux_least, call->count);
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

BOOL unixlib_open(void)
{
    return nt_unixlib_open() == CYCLETIME_UNIXLIB_STATE_ACTIVE;
}

static const char *const clocks[UNIXLIB_SCALES] = { [UNIXLIB_SCALE_RAW] = "CLOCK_MONOTONIC_RAW",
                                                    [UNIXLIB_SCALE_BOOT] = "CLOCK_BOOTTIME",
                                                    [UNIXLIB_SCALE_DATE] = "CLOCK_REALTIME" };
static const char *const readings[UNIXLIB_READINGS] = {
    [UNIXLIB_READING_BY_TSC] = "read by the time-stamp counter",
    [UNIXLIB_READING_BY_CALL] = "read by a system call: Linux does not keep time by the counter, or not by it alone",
    [UNIXLIB_READING_WIDE] = "read as Linux does: reading the counter takes too long here",
    [UNIXLIB_READING_COARSE] = "read as Linux does: the counter moves in large steps",
    [UNIXLIB_READING_FAILED] = "not to be read",
};

void linux_print_clocks(void)
{
    struct unixlib_clock_source source;
    int i;

    if (!unixlib_open() || nt_unixlib_call(UNIXLIB_CALL_CLOCK_SOURCE, &source) != UNIXLIB_DONE) return;
    printf("clocksource %s\n", source.name[0] ? source.name : "unknown, Linux does not say it");
    for (i = 0; i < UNIXLIB_SCALES; i++) printf("%-26s %s\n", clocks[i], readings[source.readings[i]]);
}

void linux_print_shared(void)
{
    struct unixlib_shared shared = { .words = TRUE };

    if (!unixlib_open() || nt_unixlib_call(UNIXLIB_CALL_SHARED, &shared) != UNIXLIB_DONE) return;
    printf("shared file in %s",
           shared.state == UNIXLIB_NOT_SHARED ? "no folder, so the times of other programs are Wine's" : shared.where);
    if (shared.state == UNIXLIB_SHARED_FULL) printf(", which is full: programs that begin now are not known to others");
    printf(shared.refused[0] ? "; %s: %s\n" : "\n", shared.refused, shared.why);
}

void linux_print_processors(void)
{
    if (unixlib_open() && !unixlib_has_processors(CYCLETIME_QUESTION_PROCESSOR_TIMES))
        printf("processors  as Wine makes it up: Linux's /proc/stat cannot be read\n");
}

double linux_measured(enum unixlib_measured what, int rounds)
{
    struct unixlib_measure measure = { .what = what, .rounds = rounds };

    return nt_unixlib_call(UNIXLIB_CALL_MEASURE, &measure) == UNIXLIB_DONE ? (double)measure.nanoseconds / rounds : 0;
}
