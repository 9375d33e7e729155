/* SPDX-License-Identifier: MIT */
/* A processor's idle time, finer than /proc/stat's ticks and never decreasing. */
#include "unixlib/processors/processor_clock.h"
#include "protocol/arithmetic.h"

#include <string.h>

static const int64_t LONG_IDLE = 10 * 1000000000ll;

bool idle_clock_began_anew(const struct idle_clock *clock, int64_t reported)
{
    return clock->shown >= LONG_IDLE && clock->base + reported <= clock->shown / 2;
}

void idle_clock_advance(struct idle_clock *clock, int64_t reported, int64_t now)
{
    const int64_t most = clock->shown + now - clock->moment;
    const int64_t idle = clock->base + reported;

    if (idle > clock->shown) clock->shown = idle < most ? idle : most;
    clock->moment = now;
}

void idle_clock_resume(struct idle_clock *clock, int64_t reported, int64_t now, int64_t worked)
{
    clock->shown += now - clock->moment - worked;
    clock->base = clock->shown - reported;
    clock->moment = now;
}

/* Divides TIME in proportion to the samples' growth. The largest part takes what rounding leaves. */
static void share_out(struct processor_clock *clock, int64_t time)
{
    const int64_t *growth = clock->growth;
    int64_t share, sum = 0, left = time;
    int largest = PROC_STAT_SYSTEM, i;

    for (i = 0; i < PROC_STAT_PARTS; i++) {
        sum += growth[i];
        if (growth[i] > growth[largest]) largest = i;
    }
    for (i = 0; i < PROC_STAT_PARTS; i++) {
        if (i == largest) continue;
        share = (int64_t)in_proportion((uint64_t)time, (uint64_t)growth[i], (uint64_t)sum);
        clock->part[i] += share;
        left -= share;
    }
    clock->part[largest] += left;
}

/* Returns by how much all samples grew together. A sample that became smaller counts on from its new value. */
static int64_t take_cpu_samples(struct processor_clock *clock, const int64_t *reported)
{
    int64_t growth[PROC_STAT_PARTS], sum = 0;
    int i;

    for (i = 0; i < PROC_STAT_PARTS; i++) {
        growth[i] = reported[i] > clock->sample[i] ? reported[i] - clock->sample[i] : 0;
        clock->sample[i] = reported[i];
        sum += growth[i];
    }
    if (sum > 0) memcpy(clock->growth, growth, sizeof growth);
    return sum;
}

void processor_clock_advance(struct processor_clock *clock, const struct proc_stat_cpu *reported, int64_t now)
{
    const int64_t idle = clock->idle.shown, passed = now - clock->idle.moment;
    int64_t sampled;

    if (!reported) {
        if (!clock->seen) return;
        idle_clock_resume(&clock->idle, 0, now, 0);
        clock->off = 1;
        return;
    }
    sampled = take_cpu_samples(clock, reported->part);
    if (!clock->seen) {
        clock->idle = (struct idle_clock){ .shown = reported->idle, .moment = now };
        share_out(clock, now > reported->idle ? now - reported->idle : sampled);
        clock->seen = 1;
        return;
    }
    if (clock->off || idle_clock_began_anew(&clock->idle, reported->idle))
        idle_clock_resume(&clock->idle, reported->idle, now, sampled < passed ? sampled : passed);
    else idle_clock_advance(&clock->idle, reported->idle, now);
    clock->off = 0;
    share_out(clock, passed - (clock->idle.shown - idle));
}
