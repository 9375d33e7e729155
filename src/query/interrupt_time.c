/* SPDX-License-Identifier: MIT */
#include "query.h"
#include "../protocol/maximum.h"
#include "../source/host_clock.h"

/* The performance counter, moved by as much as the tick was ever seen ahead of it: so never before the tick, and never
   ahead of the truth. Wine counts both from one base. */
static ULONG64 derive(ULONG64 tick, ULONG64 counter)
{
    const ULONG64 zero = 1ull << 63; /* the lead may be negative */
    static ULONG64 lead;
    ULONG64 now = tick - counter + zero;

    if (nt_is_wine() && now < zero) now = zero;
    return counter + atomic_maximum(&lead, now) - zero;
}

/* The latest that was told without the line; whether anything was, 32-bit code reads at once. */
struct told {
    ULONG64 time;
    ULONG any;
};

static ULONG64 raise_told(struct told *told, ULONG64 time)
{
    time = atomic_maximum(&told->time, time);
    __atomic_store_n(&told->any, TRUE, __ATOMIC_RELEASE);
    return time;
}

static inline ULONG64 not_before_told(const struct told *told, ULONG64 time)
{
    if (__builtin_expect(!__atomic_load_n(&told->any, __ATOMIC_ACQUIRE), 1)) return time;
    return larger(time, atomic_read(&told->time));
}

static struct told told_precise;

static __attribute__((noinline)) ULONG64 precise_without_line(void)
{
    ULONG64 tick = nt_interrupt_time(), precise, counter;

    if (!NT_SUCCESS(nt_interrupt_time_precise(&precise)))
        precise = nt_performance_time(10000000, &counter) ? derive(tick, counter) : tick;
    return raise_told(&told_precise, precise);
}

/* The line may be a unit behind the tick that was just read, or behind what was told before there was a line. Neither goes
   back. */
static ULONG64 precise_by_line(const struct clock_moment *now)
{
    return not_before_told(&told_precise, larger(now->time, nt_interrupt_time()));
}

ULONG64 query_interrupt_time_precise(void)
{
    struct clock_moment now;

    return host_counter_moment(&now) ? precise_by_line(&now) : precise_without_line();
}

/* TIME was read before: so of a sleep in between too much is taken away, and the last answer stands. */
static ULONG64 without_sleep(ULONG64 time, ULONG64 asleep, enum presence presence, struct told *told)
{
    asleep += nt_interrupt_time_bias();
    time = time > asleep ? time - asleep : 0;
    /* A source that can tell of sleep may still come. What was reported before it must not hold up what is reported
       then. */
    return presence == NOT_YET ? time : raise_told(told, time);
}

/* Asked once a tick: a time read before that has the same tick, and ASLEEP never falls. */
static enum presence asleep_at(ULONG64 tick, ULONG64 *asleep)
{
    static ULONG64 known_tick, known_asleep;
    enum presence presence;

    if (atomic_read(&known_tick) == tick) {
        *asleep = atomic_read(&known_asleep);
        return PRESENT;
    }
    presence = host_clock_asleep(asleep);
    if (presence != PRESENT) return presence;
    *asleep = atomic_maximum(&known_asleep, *asleep);
    atomic_maximum(&known_tick, tick);
    return presence;
}

ULONG64 query_unbiased_interrupt_time(void)
{
    static struct told told;
    ULONG64 tick = nt_interrupt_time(), asleep;
    const enum presence presence = asleep_at(tick, &asleep);

    return without_sleep(tick, asleep, presence, &told);
}

/* A tick that is ahead by more than the line errs was counted after a sleep of which the line does not know yet. */
static ULONG64 awake_by_line(const struct clock_moment *now)
{
    const ULONG64 error = 10, ahead = nt_interrupt_time() - now->time;

    return now->time + (ahead < error ? ahead : 0) - now->asleep - nt_interrupt_time_bias();
}

ULONG64 query_unbiased_interrupt_time_precise(void)
{
    static struct told told;
    struct clock_moment now;
    enum presence presence;
    ULONG64 precise;

    if (host_counter_moment(&now)) return not_before_told(&told, awake_by_line(&now));
    precise = precise_without_line();
    presence = host_clock_asleep(&now.asleep);
    return without_sleep(precise, now.asleep, presence, &told);
}
