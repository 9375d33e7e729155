/* SPDX-License-Identifier: MIT */
#include "clocks.h"
#include "race.h"

/* As the system shares it with every process, in 100 ns; the high part stands on both sides of the low one. */
static ULONG64 shared_time(ULONG_PTR offset)
{
    const volatile ULONG *time = (const volatile ULONG *)(0x7ffe0000 + offset);
    ULONG low, high;

    do {
        high = time[1];
        low = time[0];
    } while (high != time[2]);
    return (ULONG64)high << 32 | low;
}

static ULONG64 shared_tick(void)
{
    return shared_time(8);
}

static ULONG64 shared_bias(void)
{
    return *(const volatile ULONG64 *)(ULONG_PTR)(0x7ffe0000 + 0x3b0);
}

/* In 100 ns, which is what Wine's counts. */
static ULONG64 counter(void)
{
    LARGE_INTEGER now, frequency;

    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return now.QuadPart / frequency.QuadPart * 10000000 + now.QuadPart % frequency.QuadPart * 10000000 / frequency.QuadPart;
}

TEST(interrupt_time_is_the_one_that_the_system_shares)
{
    ULONG64 before, time, after;
    int i;

    for (i = 0; i < 10; i++) {
        before = shared_tick();
        time = time_of(TICK);
        after = shared_tick();
        assert_true(before > 0);
        assert_in_range(time, before, after);
        Sleep(10);
    }
}

/* Windows may correct the one clock and not the other: so by up to a millisecond more or less there. */
TEST(interrupt_time_passes_as_the_performance_counter_does)
{
    const ULONG64 slack = is_wine() ? 0 : 10000;
    const ULONG64 tick = time_of(TICK), begin = counter(), precise = time_of(PRECISE), slept_from = counter();
    ULONG64 slept, gained;

    Sleep(100);
    slept = counter() - slept_from;
    gained = time_of(PRECISE) - precise;
    assert_in_range(gained, slept - slack, counter() - begin + slack);
    /* One-sided, because it is behind by as long as its tick is late. */
    assert_true(time_of(TICK) > tick);
}

TEST(precise_time_is_never_before_the_tick_that_was_read_before_it)
{
    ULONG64 end = tsc() + ticks_of_ms(500), tick, unbiased;

    while (tsc() < end) {
        tick = time_of(TICK);
        assert_true(time_of(PRECISE) >= tick);
        unbiased = time_of(UNBIASED);
        assert_true(time_of(UNBIASED_PRECISE) >= unbiased);
    }
}

/* A tick can come between two readings each time, hence the tries. */
static BOOL moves_while_the_tick_stays(enum clock precise)
{
    ULONG64 tick, first, second;
    int i;

    for (i = 0; i < 1000; i++) {
        tick = time_of(TICK);
        first = time_of(precise);
        spin(ticks_of_100ns(100));
        second = time_of(precise);
        if (time_of(TICK) == tick && second > first) return TRUE;
    }
    return FALSE;
}

TEST(precise_time_moves_between_two_ticks)
{
    assert_true(moves_while_the_tick_stays(PRECISE));
    assert_true(moves_while_the_tick_stays(UNBIASED_PRECISE));
}

/* Both count from one base there, and the tick is never ahead. Read by a scale it may be off by 100 ns. */
TEST(precise_time_is_the_performance_counter_under_wine)
{
    LARGE_INTEGER frequency;
    ULONG64 before, time;
    int i;

    QueryPerformanceFrequency(&frequency);
    if (!is_wine() || frequency.QuadPart != 10000000)
        SKIP_BECAUSE("the performance counter and the interrupt time may begin at different moments");
    for (i = 0; i < 1000000; i++) {
        before = counter();
        time = time_of(PRECISE);
        assert_in_range(time, before - 1, counter() + 1);
    }
}

TEST(no_clock_goes_back_in_a_million_calls)
{
    ULONG64 last, now;
    enum clock clock;
    int i;

    for (clock = 0; clock < CLOCKS; clock++)
        for (i = 0, last = 0; i < 1000000; i++, last = now)
            if ((now = time_of(clock)) < last) fail_msg("clock %d went back from %llu to %llu", clock, last, now);
}

static BOOL ask_clocks(ULONG64 *values)
{
    enum clock clock;
    BOOL done = TRUE;

    for (clock = 0; clock < CLOCKS; clock++) done = done && clock_ask(clock, &values[clock]);
    return done;
}

TEST(eight_threads_see_no_clock_go_back)
{
    struct race clocks = { .ask = ask_clocks, .count = CLOCKS, .ms = 1000 };
    ULONG64 first[CLOCKS];
    enum clock clock;

    assert_true(ask_clocks(first));
    race(&clocks);
    for (clock = 0; clock < CLOCKS; clock++) assert_true(clocks.given[clock] > first[clock]);
}

TEST(unbiased_time_is_the_biased_without_the_time_asleep)
{
    ULONG64 before, unbiased, after, precise;
    int i;

    for (i = 0; i < 1000; i++) {
        before = time_of(TICK) - shared_bias();
        unbiased = time_of(UNBIASED);
        after = time_of(TICK) - shared_bias();
        assert_in_range(unbiased, before, after);
        assert_true(unbiased <= time_of(TICK));
        precise = time_of(PRECISE) - shared_bias();
        unbiased = time_of(UNBIASED_PRECISE);
        assert_in_range(unbiased, precise, time_of(PRECISE) - shared_bias());
        assert_true(unbiased <= time_of(PRECISE));
    }
}
