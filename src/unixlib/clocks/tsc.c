/* SPDX-License-Identifier: MIT */
#include "unixlib/clocks/tsc.h"
#include "unixlib/clocks/termination.h"
#include "unixlib/clocks/linux_clock.h"
#include "protocol/tsc_scale.h"
#include "protocol/invariant_tsc.h"

enum { MOST_READINGS = 20000, MOST_STEP = 16 /* ns */, LOOKS_A_SECOND = 10, MOST_OFF = 2, SECOND = 1000000000 };

/* Takes the least of several, because any may be interrupted. */
uint64_t tsc_measure_least(uint64_t (*read_tsc)(void), bool (*action)(uint64_t *result))
{
    enum { TIMES = 16 };
    struct tsc_reading reading;
    uint64_t least = UINT64_MAX;
    int i;

    for (i = 0; i < TIMES; i++) {
        if (!tsc_read_around(read_tsc, action, &reading)) return UINT64_MAX;
        if (tsc_reading_width(&reading) < least) least = tsc_reading_width(&reading);
    }
    return least;
}

bool tsc_is_trusted(void)
{
    return promises_invariant_tsc(processor_id_read)
           || tsc_measure_least(tsc_read_ordered, linux_raw_clock) < tsc_measure_least(tsc_read_ordered, linux_least_call);
}

uint64_t tsc_read(void)
{
    return __builtin_ia32_rdtsc();
}

static uint64_t common_divisor(uint64_t left, uint64_t right)
{
    uint64_t rest;

    for (; right; right = rest) {
        rest = left % right;
        left = right;
    }
    return left;
}

static uint64_t ticks_of(uint64_t time, uint64_t rate)
{
    return time / SECOND * rate + time % SECOND * rate / SECOND;
}

/* The TSC's step is the largest number of which all differences of readings are multiples. A little more time passes
   before each reading, since differences that are all the same would pass for a step. The step is judged in time, because
   there are processors whose TSC moves by 26 every 10 ns. */
bool tsc_is_coarse(uint64_t (*read)(void), uint64_t rate)
{
    const uint64_t first = read(), most = ticks_of(MOST_STEP, rate);
    volatile uint32_t rest;
    uint64_t step = 0;
    uint32_t i;

    for (i = 0; i < MOST_READINGS; i++) {
        step = common_divisor(step, read() - first);
        if (step && step <= most) return false;
        for (rest = i % 16; rest; rest = rest - 1) {}
    }
    return true;
}

bool tsc_read_around(uint64_t (*read_tsc)(void), bool (*clock)(uint64_t *time), struct tsc_reading *reading)
{
    reading->before = read_tsc();
    if (!clock(&reading->time)) return false;
    reading->after = read_tsc();
    return true;
}

bool tsc_is_in_proportion(const struct tsc_reading *last, const struct tsc_reading *now, uint64_t rate)
{
    const uint64_t ticks = ticks_of(now->time - last->time, rate), slack = ticks / 100 + 1;

    return now->before - last->after <= ticks + slack && now->after - last->before + slack >= ticks;
}

bool tsc_goes_on(struct tsc_watch *watch, const struct tsc_reading *now, uint64_t rate)
{
    const struct tsc_reading *last = &watch->last;
    const bool is_first = !last->after || now->before < last->after || now->time < last->time;

    watch->off = is_first || tsc_is_in_proportion(last, now, rate) ? 0 : watch->off + 1;
    watch->last.before = now->before;
    watch->last.time = now->time;
    __atomic_store_n(&watch->last.after, now->after, __ATOMIC_RELAXED);
    return watch->off < MOST_OFF;
}

bool tsc_check(struct tsc_watch *watch, uint64_t tsc, uint64_t rate)
{
    const uint64_t last = __atomic_load_n(&watch->last.after, __ATOMIC_RELAXED);
    struct tsc_reading reading;
    bool goes_on = true;
    sigset_t signals;

    if (last && tsc - last < rate / LOOKS_A_SECOND) return true;
    signals = termination_defer();
    if (!__atomic_exchange_n(&watch->busy, 1, __ATOMIC_ACQUIRE)) {
        if (tsc_read_around(tsc_read, linux_steady_clock, &reading)) goes_on = tsc_goes_on(watch, &reading, rate);
        __atomic_store_n(&watch->busy, 0, __ATOMIC_RELEASE);
    }
    termination_allow(signals);
    return goes_on;
}
