/* SPDX-License-Identifier: MIT */
/* The clocks that programs read most often: performance counter and date by their counter scales, and interrupt times. */
#include "library/query/clocks.h"
#include "library/query/query.h"

struct largest_answer counter_answered;

/* Calling the unixlib for a scale is worth it once in each tick of the system, and more often during the first ticks
   without a scale, which may only be late. Where Linux's clock source is not the time-stamp counter, no scale comes. */
static BOOLEAN query_system_clock(struct system_clock *clock, struct clock_moment *now)
{
    enum { LATE = 4 };
    const ULONG tick = (ULONG)nt_interrupt_time();

    if (__atomic_load_n(&clock->tick, __ATOMIC_RELAXED) != tick) {
        __atomic_store_n(&clock->tick, tick, __ATOMIC_RELAXED);
        __atomic_fetch_add(&clock->ticks, 1, __ATOMIC_RELAXED);
    } else if (__atomic_load_n(&clock->ticks, __ATOMIC_RELAXED) >= LATE) return FALSE;
    if (!unixlib_clock_ask(clock, now)) return FALSE;
    if (unixlib_clock_read(clock, now)) __atomic_store_n(&clock->ticks, 0, __ATOMIC_RELAXED);
    return TRUE;
}

BOOLEAN query_counter_ask(struct clock_moment *now)
{
    return query_system_clock(&unixlib_counter, now);
}

BOOLEAN query_date_ask(struct clock_moment *now)
{
    return query_system_clock(&unixlib_date, now);
}

/* The smallest of several measurements, since any may be interrupted. */
static uint64_t least_ticks(uint64_t (*now)(void), BOOLEAN of_system)
{
    uint64_t least = ~0ull, before, passed;
    ULONG64 counter, frequency;
    int i;

    for (i = 0; i < 32; i++) {
        before = now();
        if (of_system && !NT_SUCCESS(nt_performance_counter(&counter, &frequency))) return 0;
        passed = now() - before;
        if (passed < least) least = passed;
    }
    return least;
}

/* Scales exist if Linux reads all of its clocks by the time-stamp counter. Reading the clock by a scale costs about as much
   as reading the counter, which the measurement reads once more. */
BOOLEAN query_counter_gains(uint64_t (*now)(void))
{
    struct unixlib_clock_source source;
    int i;

    if (source_unixlib.presence() != PRESENT || nt_unixlib_call(UNIXLIB_CALL_CLOCK_SOURCE, &source) != UNIXLIB_DONE)
        return FALSE;
    for (i = 0; i < UNIXLIB_SCALES; i++)
        if (source.readings[i] != UNIXLIB_READING_BY_TSC) return FALSE;
    return least_ticks(now, TRUE) > 3 * least_ticks(now, FALSE);
}

static struct largest_answer precise_answered; /* the largest answer that was given without the scale */

/* Where the system has no precise time, this is the performance counter plus the largest lead of the tick over it that was
   ever seen: so never less than the tick, and never more than the true time. Wine counts both from the same moment. */
static __attribute__((noinline)) ULONG64 derive_precise_time(void)
{
    const ULONG64 zero = 1ull << 63; /* the lead may be negative */
    static ULONG64 lead;
    ULONG64 tick = nt_interrupt_time(), precise, counter, now;

    if (!NT_SUCCESS(nt_interrupt_time_precise(&precise))) {
        precise = tick;
        if (nt_performance_time(10000000, &counter)) {
            now = tick - counter + zero;
            if (nt_is_wine() && now < zero) now = zero;
            precise = counter + atomic_maximum(&lead, now) - zero;
        }
    }
    return largest_answer_raise(&precise_answered, precise);
}

/* The scale may be one unit less than the tick that was just read, or than an answer that was given before there was a
   scale. This answer is never smaller than either. */
ULONG64 query_interrupt_time_precise(void)
{
    struct clock_moment now;

    if (!unixlib_clock_moment(&unixlib_counter, &now)) return derive_precise_time();
    return largest_answer_floor(&precise_answered, larger_of(now.time, nt_interrupt_time()));
}

/* ASLEEP is read after TIME, and may then include a sleep that TIME does not. */
static ULONG64 subtract_sleep(ULONG64 time, ULONG64 asleep)
{
    asleep += nt_interrupt_time_bias();
    return time > asleep ? time - asleep : 0;
}

/* If the machine slept between the readings of TIME and ASLEEP, too much is subtracted, and the last answer is returned. */
static ULONG64 without_sleep(ULONG64 time, ULONG64 asleep, enum presence presence, struct largest_answer *largest)
{
    time = subtract_sleep(time, asleep);
    /* A source that knows how long the machine slept may become available later. Earlier answers, which include the sleep,
       must not raise its answers. */
    return presence == NOT_YET ? time : largest_answer_raise(largest, time);
}

/* The unixlib is called once a tick: the time is the same within a tick, and how long the machine slept never falls. */
ULONG64 query_unbiased_interrupt_time(void)
{
    static struct largest_answer largest;
    static ULONG64 known_tick, known_asleep;
    ULONG64 tick = nt_interrupt_time(), asleep;
    enum presence presence;

    if (atomic_read(&known_tick) == tick) return without_sleep(tick, atomic_read(&known_asleep), PRESENT, &largest);
    presence = unixlib_clock_asleep(&asleep);
    if (presence == PRESENT) {
        asleep = atomic_maximum(&known_asleep, asleep);
        atomic_maximum(&known_tick, tick);
    }
    return without_sleep(tick, asleep, presence, &largest);
}

/* A tick that is ahead of the scale by more than its error was counted after a sleep that is not in the scale yet. */
ULONG64 query_unbiased_interrupt_time_precise(void)
{
    const ULONG64 error = 10;
    static struct largest_answer largest;
    struct clock_moment now;
    enum presence presence;
    ULONG64 precise, tick;

    if (unixlib_clock_moment(&unixlib_counter, &now)) {
        tick = nt_interrupt_time();
        if (tick > now.time && tick - now.time < error) now.time = tick;
        return largest_answer_floor(&largest, subtract_sleep(now.time, now.asleep));
    }
    precise = derive_precise_time();
    presence = unixlib_clock_asleep(&now.asleep);
    return without_sleep(precise, now.asleep, presence, &largest);
}
