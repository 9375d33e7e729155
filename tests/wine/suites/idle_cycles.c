/* SPDX-License-Identifier: MIT */
#include "arrays.h"
#include "cycletime.h"
#include "processor_times.h"
#include "race.h"

enum { HOG_MS = 2000 };

/* As cycletime derives them, with the rate that it reports: that the rate is right is tested elsewhere. */
static ULONG64 cycles_of_100ns(ULONG64 time)
{
    ULONG64 rate = 0;

    assert_int_equal(CycletimeQueryFrequency(&rate), TRUE);
    return time / 10000000 * rate + time % 10000000 * rate / 10000000;
}

static BOOL derived_from_times(void)
{
    CYCLETIME_SOURCE source;

    assert_int_equal(CycletimeQuerySource(CYCLETIME_QUESTION_IDLE_CYCLES, &source, NULL), TRUE);
    return source == CYCLETIME_SOURCE_NT_TIMES;
}

/* A step of slack, because Linux's idle time can go back by a little. */
TEST(idle_cycles_are_the_idle_time_that_the_system_sees)
{
    struct processor_times before[GROUP_PROCESSORS], after[GROUP_PROCESSORS];
    ULONG64 cycles[GROUP_PROCESSORS];
    ULONG i, round;

    if (!derived_from_times()) SKIP_BECAUSE("this system counts idle cycles");
    for (round = 0; round < 20; round++) {
        system_processor_times(before);
        idle_cycles(cycles);
        system_processor_times(after);
        for (i = 0; i < processors(); i++)
            assert_in_range(cycles[i], cycles_of_100ns(before[i].idle - STEP), cycles_of_100ns(after[i].idle + STEP));
        Sleep(20);
    }
}

/* One-sided: what else the machine does meanwhile can keep any processor busy, so how long one was idle at least cannot
   be promised; NT's times, above, bound it from below. While the hog surely ran, its processor was not idle. 1 % for the
   rate, which is measured apart. No page says when Windows adds to the count of a processor that stays idle, so there the
   other processors' counts are only printed. */
TEST(a_hogged_processor_is_not_idle_while_its_hog_runs_and_none_is_for_longer_than_passed)
{
    ULONG64 before[GROUP_PROCESSORS], after[GROUP_PROCESSORS], begin = tsc(), passed;
    DWORD_PTR all = SetThreadAffinityMask(GetCurrentThread(), 1);
    struct spin hog;
    ULONG i;

    assert_true(all != 0);
    assert_int_equal(GetCurrentProcessorNumber(), 0);
    idle_cycles(before);
    hog = spin(ticks_of_ms(HOG_MS));
    idle_cycles(after);
    passed = tsc() - begin;
    SetThreadAffinityMask(GetCurrentThread(), all);

    print_message("passed %llu, the hog surely ran %llu, idle meanwhile:", passed, hog.ran);
    for (i = 0; i < processors(); i++) print_message(" %llu", after[i] - before[i]);
    print_message("\n");
    assert_true(after[0] >= before[0]);
    assert_in_range(after[0] - before[0], 0, passed - hog.ran + passed / 100 + coarseness());
    for (i = 1; i < processors(); i++) {
        assert_true(after[i] >= before[i]);
        if (is_wine()) assert_in_range(after[i] - before[i], 0, passed / 100 * 101 + coarseness());
    }
}

TEST(a_query_without_a_group_is_of_the_callers)
{
    ULONG64 before[GROUP_PROCESSORS], own[GROUP_PROCESSORS], after[GROUP_PROCESSORS];
    struct filled filled;
    ULONG i;

    idle_cycles(before);
    filled = fill(IDLE, 0, own, sizeof own);
    idle_cycles(after);
    assert_true(is_filled(IDLE, own, sizeof own, filled, (struct filled){ TRUE, POISON, need() }));
    for (i = 0; i < processors(); i++) assert_in_range(own[i], before[i], after[i]);
}

static BOOL ask_idle(ULONG64 *values)
{
    ULONG length = RACE_VALUES * sizeof *values;

    /* Without a pause no processor is ever idle. */
    Sleep(tsc() & 1);
    return QueryIdleProcessorCycleTimeEx(0, &length, values);
}

TEST(eight_threads_see_no_processors_idle_cycles_go_back)
{
    struct race idle = { .ask = ask_idle, .count = processors(), .ms = 2000 };
    ULONG64 before[GROUP_PROCESSORS], after[GROUP_PROCESSORS];
    ULONG i;

    idle_cycles(before);
    race(&idle);
    idle_cycles(after);
    for (i = 0; i < processors(); i++) assert_in_range(idle.given[i], before[i], after[i]);
}
