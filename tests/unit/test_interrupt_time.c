/* SPDX-License-Identifier: MIT */
/* The time since the system started: at the last tick and between ticks, with and without the time it was asleep. */
#include "ask.h"

#include <pthread.h>
#include <string.h>

static const ULONG64 a_day = 864000000000;  /* in 100 ns */

static VOID WINAPI unbiased(PULONGLONG time)
{
    assert_true(QueryUnbiasedInterruptTime(time));
}

typedef VOID (WINAPI *clock_function)(PULONGLONG);
static const clock_function biased = QueryInterruptTime, precise = QueryInterruptTimePrecise,
                            unbiased_precise = QueryUnbiasedInterruptTimePrecise;

static ULONG64 report(clock_function clock)
{
    BYTE out[24];
    ULONG64 time;

    memset(out, 0xcc, sizeof out);
    SetLastError(POISON);
    clock((PVOID)(out + 9));
    assert_int_equal(GetLastError(), POISON);
    memcpy(&time, out, sizeof time);
    assert_int_equal(time, UNTOUCHED);
    assert_int_equal(out[8] & out[17], 0xcc);
    memcpy(&time, out + 9, sizeof time);
    return time;
}

/* Both unbiased functions report this time. */
#define assert_unbiased(expected) do { \
    assert_int_equal(report(unbiased), expected); \
    assert_int_equal(report(unbiased_precise), expected); \
} while (0)

/* The performance counter in 100 ns: its frequency is 10 MHz unless a test says otherwise. */
static ULONG64 counter(void)
{
    LONGLONG frequency;

    return (ULONG64)fake_processor_counter(&frequency);
}

static void pass(ULONG64 time)
{
    fake_processor.tsc += time * (FAKE_RATE / 10000000);
}

TEST_ON_EVERY(tick_is_reported_in_all_its_bits)
{
    static const ULONG64 times[] = { 0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x1ffffffff, 0x200000000,
                                     0x7fffffffffffffff, 0x8000000000000000, ~0ull };
    size_t i;

    for (i = 0; i < ARRAYSIZE(times); i++) {
        fake_tick(times[i]);
        assert_int_equal(report(biased), times[i]);
        assert_int_equal(report(unbiased), times[i]);
    }
}

static ULONG64 begun, done;
static int enough;

/* Half of 2^32 at a time: the high part moves with every other tick. */
static void *tick_on(void *nothing)
{
    ULONG64 time;

    for (time = 0; !__atomic_load_n(&enough, __ATOMIC_SEQ_CST); time += 0x80000000) {
        __atomic_store_n(&begun, time, __ATOMIC_SEQ_CST);
        fake_tick(time);
        __atomic_store_n(&done, time, __ATOMIC_SEQ_CST);
    }
    return nothing;
}

TEST_ON(wine_8, parts_that_change_in_between_are_read_again)
{
    ULONG64 before, time, after;
    pthread_t ticking;
    int i;

    fake_tick(0);
    assert_int_equal(pthread_create(&ticking, NULL, tick_on, NULL), 0);
    for (i = 0; i < 1000000; i++) {
        before = __atomic_load_n(&done, __ATOMIC_SEQ_CST);
        QueryInterruptTime(&time);
        after = __atomic_load_n(&begun, __ATOMIC_SEQ_CST);
        if (time < before || time > after) fail_msg("%#llx is not in %#llx to %#llx", (unsigned long long)time,
                                                    (unsigned long long)before, (unsigned long long)after);
    }
    __atomic_store_n(&enough, 1, __ATOMIC_SEQ_CST);
    pthread_join(ticking, NULL);
}

TEST_CASES(precise_moves_between_ticks,
           ON(windows_7, precise_moves_between_ticks), ON(windows_xp, precise_moves_between_ticks),
           ON_WINE(precise_moves_between_ticks))
{
    ULONG64 tick = counter(), i;

    fake_tick(tick);
    for (i = 0; i < 100; i++) {
        assert_int_equal(report(precise), tick + i * 1234);
        assert_int_equal(report(biased), tick);
        pass(1234);
    }
}

TEST_ON_WINE_AND(windows_7, precise_goes_on_when_the_tick_catches_up)
{
    ULONG64 start = counter(), i;

    fake_tick(start);
    for (i = 0; i < 100; i++) {
        assert_int_equal(report(precise), start + i * 10000);
        pass(10000);
        if (i % 15 == 14) fake_tick(start + i * 10000);  /* late, as it is under Wine */
    }
}

TEST_ON_WINE_AND(windows_7, precise_is_never_before_the_tick)
{
    ULONG64 start = counter(), ahead, i;

    for (i = 0, ahead = 0; i < 50; i++, ahead += 777) {
        fake_tick(start + i * 1000 + ahead);
        assert_int_equal(report(precise), start + i * 1000 + ahead);
        pass(1000);
    }
    assert_int_equal(report(precise), start + i * 1000 + ahead - 777);
}

/* On Windows the counter started long before, or went on while the system was asleep. */
TEST_ON_TWO(windows_7, windows_xp, counter_far_ahead_of_the_tick)
{
    ULONG64 tick = counter() - a_day;

    fake_tick(tick);
    assert_int_equal(report(precise), tick);
    pass(5000);
    assert_int_equal(report(precise), tick + 5000);
    fake_tick(tick + 4000);  /* later seen than it was */
    assert_int_equal(report(precise), tick + 5000);
    pass(100);
    assert_int_equal(report(precise), tick + 5100);
    fake_tick(tick + 9000);
    assert_int_equal(report(precise), tick + 9000);
}

TEST_ON_WINE_AND(windows_7, counter_far_behind_the_tick)
{
    ULONG64 tick = counter() + a_day;

    fake_tick(tick);
    assert_int_equal(report(precise), tick);
    pass(5000);
    assert_int_equal(report(precise), tick + 5000);
}

/* One base: what the tick lags behind is no lead. */
TEST_ON_WINE(wines_counter_is_the_truth)
{
    ULONG64 now = counter();

    fake_tick(now - 80000);
    assert_int_equal(report(precise), now);
    pass(5000);
    assert_int_equal(report(precise), now + 5000);
}

TEST_ON_WINE_AND(windows_7, counter_that_runs_back)
{
    ULONG64 start = counter(), last;

    fake_tick(start);
    pass(50000);
    last = report(precise);
    fake_processor.tsc -= 40000 * (FAKE_RATE / 10000000);
    assert_int_equal(report(precise), last);
    fake_processor.tsc -= 60000 * (FAKE_RATE / 10000000);
    assert_int_equal(report(precise), last);
    pass(100000);
    fake_tick(last + 1);
    assert_true(report(precise) >= last + 1);
}

TEST_ON_WINE_AND(windows_7, without_a_counter_there_is_the_tick)
{
    fake.status[CALL_COUNTER] = STATUS_UNSUCCESSFUL;
    assert_int_equal(report(precise), FAKE_TICK);
    fake_tick(FAKE_TICK + 156250);
    assert_int_equal(report(precise), FAKE_TICK + 156250);
    fake_tick(FAKE_TICK);
    assert_int_equal(report(precise), FAKE_TICK + 156250);
}

TEST_ON_WINE_AND(windows_7, counter_without_a_frequency_is_none)
{
    fake_processor.frequency = 0;
    assert_int_equal(report(precise), FAKE_TICK);
    fake_tick(FAKE_TICK + 156250);
    assert_int_equal(report(precise), FAKE_TICK + 156250);
}

TEST_ON_WINE(any_frequency_is_converted_exactly)
{
    static const ULONG64 frequencies[] = { 1000, 1193182, 3579545, 10000000, 24000000, 2400000000, 1000000000 };
    LONGLONG frequency, value;
    ULONG64 time = 0;
    size_t i;

    for (i = 0; i < ARRAYSIZE(frequencies); i++) {
        /* Beyond what was reported before, at the frequency that makes it the longest time. */
        fake_processor.frequency = frequencies[ARRAYSIZE(frequencies) - 1 - i];
        value = fake_processor_counter(&frequency);
        fake_tick(0);
        if ((unsigned __int128)value * 10000000 / frequency <= time) continue;
        time = (ULONG64)((unsigned __int128)value * 10000000 / frequency);
        assert_int_equal(report(precise), time);
    }
}

TEST_ON(windows_10, systems_own_precise_time)
{
    fake_time.precise = FAKE_TICK + 4321;
    assert_int_equal(report(precise), FAKE_TICK + 4321);
    assert_int_equal(report(unbiased_precise), FAKE_TICK + 4321);
    fake_time.precise = FAKE_TICK + 4322;
    assert_int_equal(report(precise), FAKE_TICK + 4322);
    fake_time.precise = FAKE_TICK + 4320;
    assert_int_equal(report(precise), FAKE_TICK + 4322);
    assert_int_equal(fake.count[CALL_COUNTER], 0);
}

TEST_CASES(unbiased_leaves_out_the_sleep,
           ON_EVERY(unbiased_leaves_out_the_sleep), ON(windows_7, unbiased_leaves_out_the_sleep))
{
    ULONG64 tick = counter();

    fake_tick(tick);
    fake_time.shared.InterruptTimeBias = a_day;
    assert_unbiased(tick - a_day);
    assert_int_equal(report(biased), tick);
    assert_int_equal(report(precise), tick);
    fake_time.shared.InterruptTimeBias = a_day + 0x123456789abc;  /* asleep again */
    fake_tick(tick + 0x123456789abc + 10);
    assert_unbiased(tick - a_day + 10);
}

TEST_ON_EVERY(unbiased_does_not_go_back_while_the_system_wakes_up)
{
    ULONG64 tick = counter();

    fake_tick(tick);
    assert_unbiased(tick);
    fake_time.shared.InterruptTimeBias = a_day;  /* and the tick comes later */
    assert_unbiased(tick);
    fake_tick(tick + a_day + 10);
    assert_unbiased(tick + 10);
}

/* The machine sleeps, on a Wine with the unixlib. */
static void sleep_for(ULONG64 time)
{
    fake_unix.asleep += time * 100;
    if (fake_unix.sleep_is_counted) fake_processor.slept += time;
}

/* Wine since 10.17: the counter and the interrupt time are Linux's boot time. */
static void begin_on_boot_time(void)
{
    fake_unix_install();
    fake_unix.wine = "11.10";
    fake_unix.sleep_is_counted = TRUE;
    fake_tick(counter());
}

TEST_ON_WINE(linux_reports_the_sleep)
{
    ULONG64 tick;

    begin_on_boot_time();
    sleep_for(a_day);
    fake_tick(tick = counter());
    pass(1000);
    assert_int_equal(report(unbiased), tick - a_day);
    assert_int_equal(report(unbiased_precise), tick + 1000 - a_day);
    assert_int_equal(report(biased), tick);
    assert_int_equal(report(precise), tick + 1000);
}

TEST_ON_WINE(linux_reports_a_sleep_after_the_first_answer)
{
    ULONG64 tick;

    begin_on_boot_time();
    tick = counter();
    assert_unbiased(tick);
    pass(1000);
    sleep_for(a_day);
    fake_tick(counter());
    assert_unbiased(tick + 1000);
    sleep_for(7);
    pass(10);
    fake_tick(counter());
    assert_unbiased(tick + 1010);
    assert_int_equal(report(biased), tick + a_day + 1017);
}

/* Wine before 10.17: they are Linux's raw time. */
TEST_ON_WINE(sleep_that_is_not_counted_is_not_taken_away)
{
    ULONG64 tick = counter();

    fake_unix_install();
    fake_tick(tick);
    sleep_for(a_day);
    assert_unbiased(tick);
}

TEST_ON_WINE(tick_that_lags_behind_the_sleep_does_not_take_it_back)
{
    ULONG64 tick;

    begin_on_boot_time();
    tick = counter();
    assert_int_equal(report(unbiased), tick);
    sleep_for(a_day);
    fake_tick(tick + 10);
    assert_int_equal(report(unbiased), tick);
    fake_tick(tick + a_day + 20);
    assert_int_equal(report(unbiased), tick + 20);
}

TEST_ON_WINE(tick_that_lags_behind_a_sleep_longer_than_itself_is_none)
{
    begin_on_boot_time();
    fake_tick(50);
    sleep_for(a_day);
    assert_int_equal(report(unbiased), 0);
}

TEST_ON_WINE(linux_is_asked_once_a_tick)
{
    ULONG asked;

    begin_on_boot_time();
    sleep_for(a_day);
    fake_tick(counter());
    report(unbiased);
    asked = fake_unix.calls[UNIXLIB_CALL_CLOCKS];
    report(unbiased);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_CLOCKS], asked);
    fake_tick(counter() + 1);
    report(unbiased);
    assert_int_equal(fake_unix.calls[UNIXLIB_CALL_CLOCKS], asked + 1);
}

TEST_ON_WINE(answers_from_before_linux_could_answer_do_not_stop_the_time)
{
    ULONG64 tick;

    begin_on_boot_time();
    fake_unix.loader_locked = TRUE;
    sleep_for(a_day);
    fake_tick(tick = counter());
    assert_unbiased(tick);
    fake_unix.loader_locked = FALSE;
    assert_unbiased(tick - a_day);
}

TEST_ON_WINE(answers_of_a_scale_are_monotonic_after_answers_without_it)
{
    ULONG64 reported, reported_unbiased;

    begin_on_boot_time();
    reported = report(precise);
    reported_unbiased = report(unbiased_precise);
    fake_unix.moment.time = reported - 100;
    assert_int_equal(report(precise), reported);
    assert_int_equal(report(unbiased_precise), reported_unbiased);
}

/* Linux counts the sleep from an earlier moment than Wine counts the time, as in a time namespace. */
TEST_ON_WINE(a_sleep_longer_than_the_time_of_a_scale_leaves_nothing)
{
    begin_on_boot_time();
    fake_unix.moment.time = counter();
    fake_unix.moment.asleep = counter() + a_day;
    assert_int_equal(report(unbiased_precise), 0);
}

TEST_ON_WINE(without_linuxs_clocks_the_sleep_is_unknown)
{
    ULONG64 tick;

    begin_on_boot_time();
    fake_unix.no_clocks = TRUE;
    sleep_for(a_day);
    fake_tick(tick = counter());
    assert_unbiased(tick);
}

TEST_ON_EVERY(no_place_for_the_time)
{
    const clock_function clocks[] = { biased, precise, unbiased_precise };
    size_t i;

    for (i = 0; i < ARRAYSIZE(clocks); i++) {
        SetLastError(POISON);
        clocks[i](NULL);
        assert_int_equal(GetLastError(), ERROR_INVALID_PARAMETER);
    }
    assert_refused(QueryUnbiasedInterruptTime(NULL), ERROR_INVALID_PARAMETER);
}
