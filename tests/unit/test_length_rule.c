/* SPDX-License-Identifier: MIT */
/* Buffers and their lengths through the exports, by both rules, and which of the two is kept. */
#include "ask_processors.h"

enum { BEYOND = 9 };

static const enum counts idle[] = { IDLE_HERE, IDLE_OF_GROUP };

static struct outcome expected(enum counts counts, BOOLEAN documented, USHORT group, BOOLEAN none, ULONG length)
{
    const BOOLEAN has_room_for_all = !none && length >= fake_reported_of(group) * sizeof(ULONG64);
    ULONG count = has_room_for_all ? fake_reported_of(group) : fake_groups.of[group], need = count * sizeof(ULONG64);
    struct outcome reported = { TRUE, POISON, need, 0 }, as_given = { TRUE, POISON, length, 0 };
    struct outcome short_of = { FALSE, ERROR_INSUFFICIENT_BUFFER, need, 0 };
    struct outcome filled = { TRUE, POISON, documented ? count : need, count };

    if (counts == SYSTEM_OF_GROUP && (none || length < need)) return short_of;
    if (none) return documented || !length ? reported : as_given;
    if (length < need) return short_of;
    return counts_are_known(counts) ? filled : (struct outcome){ FALSE, ERROR_NOT_SUPPORTED, length, 0 };
}

static void over_every_length(enum counts counts, BOOLEAN documented)
{
    USHORT group, last = counts == IDLE_HERE ? fake_groups.current : fake_groups.count - 1;
    ULONG length, none;

    for (group = counts == IDLE_HERE ? fake_groups.current : 0; group <= last; group++)
        for (length = 0; length <= fake_reported_of(group) * sizeof(ULONG64) + BEYOND; length++)
            for (none = 0; none <= 1; none++)
                assert_call(((struct call){ counts, group, none, length, 0 }),
                            expected(counts, documented, group, none, length));
}

TEST_ON_ALL_WITH_PROCESSORS(every_length_by_windows_rule)
{
    over_every_length(IDLE_HERE, FALSE);
    over_every_length(IDLE_OF_GROUP, FALSE);
}

TEST_ON_ALL_WITH_PROCESSORS(every_length_by_the_documented_rule)
{
    assert_true(CycletimeSetContract(CYCLETIME_CONTRACT_DOCUMENTED));
    over_every_length(IDLE_HERE, TRUE);
    over_every_length(IDLE_OF_GROUP, TRUE);
}

TEST_ON_ALL_WITH_PROCESSORS(every_length_of_system_cycles_by_either_rule)
{
    over_every_length(SYSTEM_OF_GROUP, FALSE);
    assert_true(CycletimeSetContract(CYCLETIME_CONTRACT_DOCUMENTED));
    over_every_length(SYSTEM_OF_GROUP, FALSE);
}

TEST_ON_ALL_WITH_PROCESSORS(absent_groups_leave_the_length_alone)
{
    static const ULONG lengths[] = { 0, 1, 8, 512, 0x800, ~0u };
    USHORT absent[] = { fake_groups.count, fake_groups.count + 1, 63, 64, 255, 256, 0x7fff, 0x8000, 0xffff };
    struct call call = { 0 };
    size_t i, j;

    for (i = 0; i < ARRAYSIZE(absent); i++)
        for (j = 0; j < ARRAYSIZE(lengths) * 2 * 2; j++) {
            call = (struct call){ j & 1 ? IDLE_OF_GROUP : SYSTEM_OF_GROUP, absent[i], j >> 1 & 1, lengths[j / 4], 0 };
            assert_call(call, ((struct outcome){ FALSE, ERROR_INVALID_PARAMETER, call.length, 0 }));
        }
}

TEST_ON_EVERY(no_place_for_the_length)
{
    ULONG64 buffer[64], *to = NULL;
    int i, round;

    for (i = 0; i < 64; i++) buffer[i] = UNTOUCHED;
    for (round = 0; round < 2; round++, to = buffer) {
        assert_refused(QueryIdleProcessorCycleTime(NULL, to), ERROR_INVALID_PARAMETER);
        assert_refused(QueryIdleProcessorCycleTimeEx(0, NULL, to), ERROR_INVALID_PARAMETER);
        assert_refused(QueryIdleProcessorCycleTimeEx(999, NULL, to), ERROR_INVALID_PARAMETER);
        assert_refused(GetProcessorSystemCycleTime(0, (PVOID)to, NULL), ERROR_INVALID_PARAMETER);
    }
    for (i = 0; i < 64; i++) assert_int_equal(buffer[i], UNTOUCHED);
}

TEST_ON_EVERY(misaligned_buffers_and_lengths)
{
    ULONG need = fake_groups.of[0] * sizeof(ULONG64), length, offset, none;
    enum counts counts;

    for (counts = 0; counts < COUNTS; counts++)
        for (offset = 1; offset < 8; offset++)
            for (length = need - 1; length <= need + 1; length++)
                for (none = 0; none <= 1; none++)
                    assert_call(((struct call){ counts, 0, none, length, offset }),
                                expected(counts, FALSE, 0, none, length));
}

static void assert_rule(BOOLEAN documented)
{
    size_t i;

    for (i = 0; i < ARRAYSIZE(idle); i++) {
        assert_call(((struct call){ idle[i], 0, TRUE, 4, 0 }), expected(idle[i], documented, 0, TRUE, 4));
        assert_call(((struct call){ idle[i], 0, FALSE, 512, 0 }), expected(idle[i], documented, 0, FALSE, 512));
    }
}

TEST_ON_EVERY(environment_chooses_the_documented_rule)
{
    fake.length_rule = L"documented";
    assert_rule(TRUE);
}

TEST_ON(wine_8, environment_is_read_once)
{
    fake.length_rule = L"documented";
    assert_rule(TRUE);
    fake.length_rule = NULL;
    assert_rule(TRUE);
    assert_int_equal(fake.count[CALL_ENVIRONMENT], 1);
}

TEST_ON(wine_8, variable_that_comes_later_is_not_seen)
{
    assert_rule(FALSE);
    fake.length_rule = L"documented";
    assert_rule(FALSE);
    assert_int_equal(fake.count[CALL_ENVIRONMENT], 1);
}

static void environment_that_says(const WCHAR *value)
{
    fake.length_rule = value;
    assert_rule(FALSE);
}

#define ANYTHING_ELSE(name, value) TEST_ON(wine_8, name) { environment_that_says(value); }
ANYTHING_ELSE(empty_value_means_windows, L"")
ANYTHING_ELSE(windows_means_windows, L"windows")
ANYTHING_ELSE(beginning_of_the_word_means_windows, L"document")
ANYTHING_ELSE(word_and_more_means_windows, L"documented ")
ANYTHING_ELSE(another_word_as_long_means_windows, L"documentel")
ANYTHING_ELSE(capitals_mean_windows, L"DOCUMENTED")
ANYTHING_ELSE(value_beyond_all_room_means_windows, L"documenteddocumenteddocumenteddocumenteddocumented")

TEST_ON(wine_8, environment_that_cannot_be_read_means_windows)
{
    fake.length_rule = L"documented";
    fake.status[CALL_ENVIRONMENT] = STATUS_INSUFFICIENT_RESOURCES;
    assert_rule(FALSE);
}

TEST_ON(wine_8, rule_that_is_set_counts_for_more_than_the_environment)
{
    fake.length_rule = L"documented";
    assert_done(CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS));
    assert_rule(FALSE);
    assert_int_equal(fake.count[CALL_ENVIRONMENT], 0);
}

static void documented_is_set(void)
{
    assert_true(CycletimeSetContract(CYCLETIME_CONTRACT_DOCUMENTED));
}

TEST_ON(wine_8, rule_that_is_set_while_the_environment_is_read_counts)
{
    fake.meanwhile = documented_is_set;
    assert_rule(TRUE);
}

TEST_ON(wine_8, rule_can_be_set_at_any_time_and_back)
{
    assert_rule(FALSE);
    assert_true(CycletimeSetContract(CYCLETIME_CONTRACT_DOCUMENTED));
    assert_rule(TRUE);
    assert_true(CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS));
    assert_rule(FALSE);
}

TEST_ON(wine_8, rule_that_does_not_exist_changes_nothing)
{
    static const LONG bad[] = { 2, 3, -1, MAXLONG, MINLONG };
    size_t i;

    assert_true(CycletimeSetContract(CYCLETIME_CONTRACT_DOCUMENTED));
    for (i = 0; i < ARRAYSIZE(bad); i++) {
        assert_refused(CycletimeSetContract((CYCLETIME_CONTRACT)bad[i]), ERROR_INVALID_PARAMETER);
    }
    assert_rule(TRUE);
}
