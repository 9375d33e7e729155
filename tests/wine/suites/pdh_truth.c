/* SPDX-License-Identifier: MIT */
/* In a hooked program: % Processor Time over a second beside /proc/stat's idle columns, and beside a process's clock,
   which are read before and after each sample. Each may be a tick off. */
#include "kernel_clock.h"
#include "pdh_query.h"
#include "support.h"

#include <ctype.h>
#include <pdhmsg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROCESSORS = 256, SAMPLES = 2 };

#define TICK 100000.0 /* 100 ns */

/* Idle time of each processor, 100 ns: with and without waiting for a disk, which Wine's own figures leave out. The last
   is the mean. */
struct idle {
    double least[MOST_PROCESSORS + 1], most[MOST_PROCESSORS + 1];
};

static DWORD processors;

static void read_idle(struct idle *idle)
{
    FILE *const file = fopen("Z:\\proc\\stat", "r");
    unsigned long long user, nice, system, idling, waiting;
    char line[512];
    DWORD number, count = 0;

    assert_non_null(file);
    memset(idle, 0, sizeof *idle);
    while (count < processors && fgets(line, sizeof line, file)) {
        if (!isdigit((unsigned char)line[3])) continue; /* the sum of all */
        assert_int_equal(
            sscanf(line, "cpu%lu %llu %llu %llu %llu %llu", &number, &user, &nice, &system, &idling, &waiting), 6);
        idle->least[count] = (double)idling * TICK;
        idle->most[count] = (double)(idling + waiting) * TICK;
        idle->least[processors] += idle->least[count] / processors;
        idle->most[processors] += idle->most[count] / processors;
        count++;
    }
    fclose(file);
    assert_int_equal(count, processors);
}

struct sample {
    struct idle before, after;
    PDH_RAW_COUNTER raw[MOST_PROCESSORS + 1];
};

static PDH_HCOUNTER counters[MOST_PROCESSORS + 1];

static void add_all(void)
{
    char path[64];
    DWORD i;

    processors = GetActiveProcessorCount(0);
    assert_true(processors <= MOST_PROCESSORS);
    for (i = 0; i < processors; i++) {
        snprintf(path, sizeof path, "\\Processor(%lu)\\%% Processor Time", i);
        counters[i] = add(path);
    }
    counters[processors] = add("\\Processor(_Total)\\% Processor Time");
}

static void take(struct sample *sample)
{
    DWORD i;

    read_idle(&sample->before);
    collect();
    read_idle(&sample->after);
    for (i = 0; i <= processors; i++) sample->raw[i] = raw_of(counters[i]);
}

/* Returns the idle time by the counter. */
static double reported(DWORD i, const struct sample *samples)
{
    const double time = (double)(samples[1].raw[i].SecondValue - samples[0].raw[i].SecondValue);
    PDH_FMT_COUNTERVALUE value;

    assert_int_equal(PdhGetFormattedCounterValue(counters[i], PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, NULL, &value),
                     ERROR_SUCCESS);
    return (1 - value.doubleValue / 100) * time;
}

/* Where a busy share comes out as nothing, idle time is all of it. A share is rounded. */
static void assert_within_a_tick(DWORD i, const struct sample *samples)
{
    const double least = samples[1].before.least[i] - samples[0].after.least[i] - TICK;
    const double most = samples[1].after.most[i] - samples[0].before.most[i] + TICK, idle = reported(i, samples);

    print_message("processor %lu: idle %.0f us, by /proc/stat %.0f to %.0f\n", i, idle / 10, (least + TICK) / 10,
                  (most - TICK) / 10);
    if (idle < least && idle < (double)(samples[1].raw[i].SecondValue - samples[0].raw[i].SecondValue))
        fail_msg("processor %lu: %f is less than %f", i, idle, least);
    if (idle > most + 1) fail_msg("processor %lu: %f is more than %f", i, idle, most);
}

TEST_BETWEEN(open_query, close_query, processors_are_as_idle_as_linux_says_within_a_tick)
{
    static struct sample samples[SAMPLES];
    DWORD i;

    add_all();
    take(&samples[0]);
    spin(500000000);
    Sleep(500);
    take(&samples[1]);
    for (i = 0; i <= processors; i++) assert_within_a_tick(i, samples);
}

TEST_BETWEEN(open_query, close_query, a_process_is_as_busy_as_its_clock_says_within_a_tick)
{
    PDH_HCOUNTER counter = add("\\Process(pdh_truth)\\% Processor Time");
    const double slack = with_unixlib() ? TICK : 2 * TICK;
    double clock[2 * SAMPLES], used;
    PDH_RAW_COUNTER raw[SAMPLES];
    int i;

    for (i = 0; i < SAMPLES; i++) {
        clock[2 * i] = (double)own_clock();
        collect();
        clock[2 * i + 1] = (double)own_clock();
        raw[i] = raw_of(counter);
        if (!i) spin(500000000);
        if (!i) Sleep(500);
    }
    used = value_of(counter) / 100 * (double)(raw[1].SecondValue - raw[0].SecondValue);
    print_message("process: %.0f us, by its clock %.0f to %.0f\n", used / 10, (clock[2] - clock[1]) / 10,
                  (clock[3] - clock[0]) / 10);
    if (used < clock[2] - clock[1] - slack || used > clock[3] - clock[0] + slack) fail_msg("%f", used);
}

ALL_BETWEEN(set_up, NULL)
