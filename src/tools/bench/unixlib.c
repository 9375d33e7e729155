/* SPDX-License-Identifier: MIT */
#include "tools/bench/unixlib.h"
#include "library/nt/unixlib_loader.h"
#include "library/source/unixlib.h"

#include <stdio.h>

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
    if (unixlib_open() && !unixlib_has_processors())
        printf("processors  as Wine makes it up: Linux' /proc/stat cannot be read\n");
}

double linux_measured(enum unixlib_measured what, int rounds)
{
    struct unixlib_measure measure = { .what = what, .rounds = rounds };

    return nt_unixlib_call(UNIXLIB_CALL_MEASURE, &measure) == UNIXLIB_DONE ? (double)measure.nanoseconds / rounds : 0;
}
