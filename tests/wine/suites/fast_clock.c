/* SPDX-License-Identifier: MIT */
/* The clocks that CYCLETIME_HOOK_FAST_CLOCK puts in place, beside the system's own. */
#include "support.h"
#include "both_clocks.h"
#include "launch.h"
#include "pe.h"
#include "race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static BOOL are_in_place(void)
{
    return with_unixlib() && clocks_are_counted();
}

static void assert_is_ours(const void *function)
{
    HMODULE module;

    if (!GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                            pe_reached(function), &module)) module = NULL;
    assert_int_equal(module == GetModuleHandleA("cycletime.dll"), are_in_place());
}

TEST(fast_clocks_are_in_place_only_with_the_unixlib_and_clocks_that_are_read_by_the_counter)
{
    assert_is_ours((void *)ours.QueryPerformanceCounter);
    assert_is_ours((void *)ours.RtlQueryPerformanceCounter);
    assert_is_ours((void *)ours.NtQueryPerformanceCounter);
    assert_is_ours((void *)ours.GetSystemTimePreciseAsFileTime);
}

TEST(fast_clocks_report_what_the_system_does_to_100_ns)
{
    ULONG64 before, now, after;
    enum clock clock;
    int i;

    for (clock = 0; clock < CLOCKS; clock++)
        for (i = 0; i < 1000000; i++) {
            before = report(&systems, clock);
            now = report(&ours, clock);
            after = report(&systems, clock);
            if (now + 1 < before || now > after + 1)
                fail_msg("clock %d: %llu is not in %llu to %llu", clock, now, before, after);
        }
}

TEST(the_counter_is_monotonic_whichever_of_them_returns_it)
{
    ULONG64 last = 0, now;
    int i;

    for (i = 0; i < 1000000; i++, last = now)
        if ((now = report(&ours, (enum clock)(i % PRECISE_DATE))) < last) fail_msg("%llu after %llu", now, last);
}

static int compare_doubles(const void *left, const void *right)
{
    const double difference = *(const double *)left - *(const double *)right;

    return (difference > 0) - (difference < 0);
}

/* Programs pair the counter with the TSC to learn the TSC's rate. After a pause the scale is fitted anew, which takes
   microseconds: the counter has to be read after that. The least of some pairs is taken, as any may be interrupted; the
   fit would delay each of them. */
TEST(the_first_reading_after_a_pause_is_as_close_to_its_return_as_the_next)
{
    enum { PAUSES = 21 };
    ULONG64 first, second, tsc[2], begin = report(&ours, COUNTER), tsc_begin = __builtin_ia32_rdtsc();
    double late[PAUSES], rate, ticks[PAUSES];
    int i;

    for (i = 0; i < PAUSES; i++) {
        Sleep(50);
        first = report(&ours, COUNTER);
        tsc[0] = __builtin_ia32_rdtsc();
        second = report(&ours, COUNTER);
        tsc[1] = __builtin_ia32_rdtsc();
        late[i] = (double)(second - first);
        ticks[i] = (double)(tsc[1] - tsc[0]);
    }
    rate = (double)(tsc[1] - tsc_begin) / (double)(second - begin);
    for (i = 0; i < PAUSES; i++) late[i] -= ticks[i] / rate;
    qsort(late, PAUSES, sizeof *late, compare_doubles);
    printf("%.1f us late\n", late[PAUSES / 2] / 10);
    assert_true(late[0] < 20);
}

/* Each of the three in its turn, on whichever thread. */
static BOOL ask_one_after_another(ULONG64 *values)
{
    static ULONG turn;

    values[0] = report(&ours, (enum clock)(__atomic_fetch_add(&turn, 1, __ATOMIC_RELAXED) % PRECISE_DATE));
    return values[0] != 0;
}

TEST(the_counter_is_monotonic_across_threads)
{
    struct race all = { .ask = ask_one_after_another, .count = 1, .ms = 2000 };

    race(&all);
}

/* How often it stands in what family.exe and its two descendants say. */
static unsigned count_with(const WCHAR *words, const char *text)
{
    struct outcome outcome;
    unsigned count;

    launch_with(words, beside(L"family.exe"), L" clocks 2", &outcome);
    assert_int_equal(outcome.code, 0);
    count = count_of(&outcome, text);
    outcome_free(&outcome);
    return count;
}

TEST(with_the_word_they_are_in_place_in_children_too)
{
    assert_int_equal(count_with(L"must fast-clock", are_in_place() ? "another's clocks" : "the system's clocks"), 3);
}

TEST(clocks_without_the_word_are_the_systems)
{
    assert_int_equal(count_with(L"must", "the system's clocks"), 3);
}

TEST(nt_reports_the_frequency_too)
{
    LARGE_INTEGER counter, frequency = { .QuadPart = 0 }, expected;

    QueryPerformanceFrequency(&expected);
    assert_int_equal(ours.NtQueryPerformanceCounter(&counter, &frequency), 0);
    assert_true(frequency.QuadPart == expected.QuadPart);
}

TEST(nt_makes_a_status_of_memory_that_cannot_be_written_to)
{
    LARGE_INTEGER *const nowhere = (LARGE_INTEGER *)16;
    LARGE_INTEGER counter;

    assert_int_equal(ours.NtQueryPerformanceCounter(NULL, NULL), systems.NtQueryPerformanceCounter(NULL, NULL));
    assert_int_equal(ours.NtQueryPerformanceCounter(nowhere, NULL), systems.NtQueryPerformanceCounter(nowhere, NULL));
    assert_int_equal(ours.NtQueryPerformanceCounter(&counter, nowhere),
                     systems.NtQueryPerformanceCounter(&counter, nowhere));
}

TEST(the_output_may_lie_at_any_address)
{
    static BYTE memory[32];
    ULONG64 now, before = report(&systems, COUNTER), date = report(&systems, PRECISE_DATE);
    int at;

    for (at = 1; at < 9; at++) {
        memset(memory, 0xcc, sizeof memory);
        assert_true(ours.QueryPerformanceCounter((LARGE_INTEGER *)(memory + at)));
        memcpy(&now, memory + at, sizeof now);
        assert_in_range(now, before - 1, before + 10000000);
        assert_int_equal(memory[at - 1] & memory[at + 8], 0xcc);
        assert_int_equal(ours.NtQueryPerformanceCounter((LARGE_INTEGER *)(memory + at), NULL), 0);
        memcpy(&now, memory + at, sizeof now);
        assert_in_range(now, before - 1, before + 10000000);
        ours.GetSystemTimePreciseAsFileTime((FILETIME *)(memory + at));
        memcpy(&now, memory + at, sizeof now);
        assert_in_range(now, date - 1, date + 10000000);
        assert_int_equal(memory[at - 1] & memory[at + 8], 0xcc);
    }
}

int main(void)
{
    if (!both_clocks_open()) return 1;
    return finish(run_all_tests());
}
