/* SPDX-License-Identifier: MIT */
/* Idle cycles, and those of DPCs and interrupts: whose processors', in which order, and from where. */
#include "ask_processors.h"

TEST_ON_ALL_WITH_PROCESSORS(every_processor_of_every_group)
{
    USHORT group;

    for (group = 0; group < fake_groups.count; group++) {
        assert_filled(IDLE_OF_GROUP, group);
        assert_filled(SYSTEM_OF_GROUP, group);
    }
}

TEST_ON_ALL_WITH_PROCESSORS(callers_group_wherever_it_is)
{
    for (fake_groups.current = fake_groups.count; fake_groups.current-- > 0;) assert_filled(IDLE_HERE, 0);
}

TEST_ON_ALL_WITH_PROCESSORS(answers_follow_the_processors)
{
    USHORT last = fake_groups.count - 1;
    ULONG i, round;

    for (round = 0; round < 5; round++) {
        assert_filled(IDLE_OF_GROUP, last);
        assert_filled(SYSTEM_OF_GROUP, last);
        for (i = 0; i < fake_groups.processors; i++) {
            fake_groups.idle[i] += 100000 + i;
            fake_groups.dpc[i] += i;
            fake_groups.interrupt[i] += 3;
            fake_groups.idle_cycles[i] += 1;
            fake_groups.system_cycles[i] += i;
        }
    }
}

static void read_counts(enum counts counts, USHORT group, ULONG64 *cycles)
{
    ULONG need = fake_groups.of[group] * sizeof *cycles;

    if (counts == IDLE_OF_GROUP) assert_true(QueryIdleProcessorCycleTimeEx(group, &need, cycles));
    else assert_true(GetProcessorSystemCycleTime(group, (PVOID)cycles, &need));
}

static void every_other_goes_back(USHORT group)
{
    ULONG i;

    for (i = fake_first_of(group); i < fake_first_of(group) + fake_groups.of[group]; i++) {
        LONG by = (i - fake_first_of(group)) % 2 ? -100000 : 100000;
        fake_groups.idle[i] += by;
        fake_groups.interrupt[i] += by;
        fake_groups.idle_cycles[i] += by;
        fake_groups.system_cycles[i] += by;
    }
}

/* One goes back, another on; each is judged by itself, in every group. */
TEST_ON_ALL_WITH_PROCESSORS(each_processors_cycles_are_monotonic)
{
    ULONG64 first[64], second[64];
    enum counts counts;
    USHORT group;
    ULONG i;

    for (group = 0; group < fake_groups.count; group++)
        for (counts = IDLE_OF_GROUP; counts < COUNTS && counts_are_known(counts); counts++) {
            read_counts(counts, group, first);
            every_other_goes_back(group);
            read_counts(counts, group, second);
            for (i = 0; i < fake_groups.of[group]; i++)
                assert_int_equal(second[i], i % 2 ? first[i] : true_count(counts, group, i));
        }
}

TEST_ON_EVERY(idle_and_system_cycles_are_remembered_apart)
{
    assert_filled(IDLE_OF_GROUP, 0);
    assert_filled(SYSTEM_OF_GROUP, 0);
    assert_filled(IDLE_OF_GROUP, 0);
}

/* Linux's numbers have holes, Windows' have none. */
TEST_CASES(processors_that_are_off_leave_no_gap,
           ON_ALL_SIZES(wine_8, processors_that_are_off_leave_no_gap),
           ON_ALL_SIZES(wine_10, processors_that_are_off_leave_no_gap))
{
    static const ULONG holes[] = { 1, 2, 7, 50 };
    size_t i;

    for (i = 0; i < ARRAYSIZE(holes); i++) {
        fake_groups.hole = holes[i];
        assert_filled(IDLE_OF_GROUP, 0);
    }
}

TEST_ON_ALL_SIZES(wine_8, array_that_is_shorter_reports_zero_of_the_rest)
{
    ULONG count = fake_groups.of[0], length = count * sizeof(ULONG64), i;
    ULONG64 cycles[64];

    fake_groups.missing = fake_groups.processors - count + 1;
    assert_true(QueryIdleProcessorCycleTimeEx(0, &length, cycles));
    for (i = 0; i < count; i++) assert_int_equal(cycles[i], i + 1 < count ? true_count(IDLE_OF_GROUP, 0, i) : 0);
}

TEST_ON_ALL_SIZES(wine_10, array_that_is_shorter_for_once_takes_nothing_back)
{
    assert_filled(IDLE_OF_GROUP, 0);
    fake_groups.missing = fake_groups.processors - fake_groups.of[0] + 1;
    assert_filled(IDLE_OF_GROUP, 0);
    fake_groups.missing = 0;
    assert_filled(IDLE_OF_GROUP, 0);
}

TEST_CASES(array_that_is_shorter_on_windows,
           ON_ALL_SIZES(windows_7, array_that_is_shorter_on_windows),
           WITH(windows_xp, 64, array_that_is_shorter_on_windows))
{
    ULONG count = fake_groups.of[0], length = count * sizeof(ULONG64), i;
    ULONG64 cycles[64];

    assert_filled(IDLE_OF_GROUP, fake_groups.count - 1);
    fake_groups.missing = 1;
    assert_true(QueryIdleProcessorCycleTimeEx(0, &length, cycles));
    for (i = 0; i + 1 < count; i++) assert_int_equal(cycles[i], true_count(IDLE_OF_GROUP, 0, i));
}

/* So many that their list does not fit into the first buffer. */
TEST_CASES(many_groups, WITH(windows_10, 160, many_groups))
{
    USHORT group;

    fake_groups.count = 64;
    for (group = 0; group < 64; group++) fake_groups.of[group] = 1 + group % 3;
    assert_filled(IDLE_OF_GROUP, 63);
    for (group = 0; group < 64; group++) assert_filled(IDLE_OF_GROUP, group);
    assert_call(((struct call){ IDLE_OF_GROUP, 64, TRUE, 0, 0 }),
                ((struct outcome){ FALSE, ERROR_INVALID_PARAMETER, 0, 0 }));
}

TEST_ON(wine_10, wines_zeros_are_no_counter)
{
    assert_filled(IDLE_OF_GROUP, 0);
    assert_filled(IDLE_OF_GROUP, 0);
    assert_int_equal(fake.count[CALL_IDLE_CYCLES], 1);
}

TEST_ON(wine_10, counter_of_wine_where_it_counts)
{
    static struct fake_machine counting;

    counting = *fake.machine;
    counting.zero_idle_cycles = FALSE;
    fake.machine = &counting;
    assert_filled(IDLE_OF_GROUP, 0);
    assert_int_equal(fake.count[CALL_PROCESSOR_TIMES], 0);
}

TEST_ON(windows_10, counter_that_counts_for_one_processor_only_is_one)
{
    ULONG i;

    for (i = 0; i + 1 < fake_groups.processors; i++) fake_groups.idle_cycles[i] = fake_groups.system_cycles[i] = 0;
    assert_filled(IDLE_OF_GROUP, 0);
    assert_filled(SYSTEM_OF_GROUP, 0);
    assert_int_equal(fake.count[CALL_PROCESSOR_TIMES], 0);
}

TEST_ON(windows_10, counter_costs_one_call_and_the_groups)
{
    ULONG before;

    assert_filled(IDLE_OF_GROUP, 0);
    before = fake_calls();
    assert_filled(IDLE_OF_GROUP, 0);
    assert_int_equal(fake_calls() - before, 2);
}

TEST_ON_WINE(times_cost_one_call_and_the_groups)
{
    ULONG before;

    assert_filled(IDLE_OF_GROUP, 0);
    before = fake_calls();
    assert_filled(IDLE_OF_GROUP, 0);
    assert_int_equal(fake_calls() - before, 2);
}

TEST_ON_WINE_AND(windows_xp, idle_cycles_without_a_rate_are_not_known)
{
    struct outcome reported = { TRUE, POISON, 16, 0 }, unknown = { FALSE, ERROR_NOT_SUPPORTED, 16, 0 };

    fake_no_leaves();
    fake_processor.frequency = 0;
    assert_call(((struct call){ IDLE_OF_GROUP, 0, TRUE, 0, 0 }), reported);
    assert_call(((struct call){ IDLE_OF_GROUP, 0, FALSE, 16, 0 }), unknown);
}

TEST_ON(windows_10, counters_need_no_rate)
{
    fake_no_leaves();
    fake_processor.frequency = 0;
    assert_filled(IDLE_OF_GROUP, 0);
    assert_filled(SYSTEM_OF_GROUP, 0);
}

TEST_ON(windows_10, counters_keep_all_64_bits)
{
    fake_groups.idle_cycles[1] = fake_groups.system_cycles[0] = ~0ull;
    fake_groups.idle_cycles[0] = 1ull << 63;
    assert_filled(IDLE_OF_GROUP, 0);
    assert_filled(SYSTEM_OF_GROUP, 0);
}
