/* SPDX-License-Identifier: MIT */
/* Buffers and lengths of the functions that fill an array, by either length rule. unit.buffer_length has every length, and
   unit.length_rule the functions on every system; here are the lengths at which the rules turn, at the end of memory. */
#include "arrays.h"
#include "cycletime.h"
#include "field.h"
#include "processor_times.h"
#include "run_process.h"

#include <stdio.h>
#include <string.h>

static void set_rule(CYCLETIME_CONTRACT rule)
{
    assert_succeeds(CycletimeSetContract(rule));
}

static int restore_rule(void **state)
{
    (void)state;
    return !CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS);
}

/* Class 108, SystemProcessorCycleTimeInformation. */
static BOOL counts_system_cycles(void)
{
    ULONG64 cycles[GROUP_PROCESSORS] = { 0 };
    const USHORT group = 0;
    ULONG length;

    return with_unixlib() || (system_ask_processors_of(108, &group, cycles, need(), &length) >= 0 && cycles[0]);
}

static struct filled expected(CYCLETIME_CONTRACT rule, enum array array, BOOL given, ULONG length)
{
    const BOOL documented = rule == CYCLETIME_CONTRACT_DOCUMENTED && array != SYSTEM;

    if (given ? length < need() : array == SYSTEM) return (struct filled){ FALSE, ERROR_INSUFFICIENT_BUFFER, need() };
    if (!given) return (struct filled){ TRUE, POISON, length && !documented ? length : need() };
    if (array == SYSTEM && !counts_system_cycles()) return (struct filled){ FALSE, ERROR_NOT_SUPPORTED, length };
    return (struct filled){ TRUE, POISON, documented ? processors() : need() };
}

/* Returns whether all is as expected, with the buffer AT a place in the field, or NULL. What was written lies between two
   readings. */
static BOOL is_right(CYCLETIME_CONTRACT rule, enum array array, const BYTE *field, BYTE *at, ULONG length)
{
    const struct filled right = expected(rule, array, at != NULL, length);
    const ULONG written = at && right.done ? need() : 0;
    ULONG64 before[GROUP_PROCESSORS], cycles[GROUP_PROCESSORS], after[GROUP_PROCESSORS];
    BOOL holds;
    ULONG i;

    idle_cycles(before);
    holds = is_filled(array, at, length, fill(array, 0, at, length), right);
    idle_cycles(after);
    if (at) memcpy(cycles, at, written);
    for (i = 0; i < written / sizeof *cycles && array < IDLE_ARRAYS; i++)
        holds = holds && cycles[i] >= before[i] && cycles[i] <= after[i];
    if (at && !holds) print_error("%s, length %lu, rule %d\n", array_names[array], length, rule);
    return holds && field_is_clean_but(field, at ? at : field, written);
}

TEST_BETWEEN(NULL, restore_rule, a_length_means_what_the_header_says_where_its_rules_turn)
{
    const ULONG lengths[] = { 0, 1, need() - 1, need(), need() + 1, need() + 9, 0x7fffffff, 0x80000000, 0xffffffff };
    CYCLETIME_CONTRACT rule;
    enum array array;
    BYTE *field;
    size_t i;

    for (rule = CYCLETIME_CONTRACT_WINDOWS; rule <= CYCLETIME_CONTRACT_DOCUMENTED; rule++)
        for (array = 0; array < ARRAYS; array++)
            for (i = 0; i < ARRAYSIZE(lengths); i++) {
                set_rule(rule);
                field = field_make();
                assert_true(is_right(rule, array, field, NULL, lengths[i]));
                assert_true(is_right(rule, array, field, field + FIELD - min(lengths[i], need()), lengths[i]));
                field_free(field);
            }
}

TEST(a_buffer_and_a_length_may_lie_at_any_address)
{
    ULONG64 cycles[GROUP_PROCESSORS];
    BYTE *field = field_make(), *at;
    enum array array;
    ULONG length;

    for (array = 0; array < IDLE_ARRAYS; array++) {
        for (at = field + FIELD - need() - 9; at <= field + FIELD - need(); at++) {
            assert_true(is_right(CYCLETIME_CONTRACT_WINDOWS, array, field, at, need()));
            memset(at, 0xcc, need());
        }
        for (at = field + FIELD - 9; at <= field + FIELD - sizeof length; at++) {
            length = sizeof cycles;
            memcpy(at, &length, sizeof length);
            assert_int_equal(fill_at(array, 0, cycles, (ULONG *)at).done, TRUE);
            memcpy(&length, at, sizeof length);
            assert_int_equal(length, need());
            assert_true(field_is_clean_but(field, at, sizeof length));
            memset(at, 0xcc, sizeof length);
        }
    }
    field_free(field);
}

TEST_BETWEEN(NULL, restore_rule, a_group_that_is_not_there_and_a_missing_length_are_refused_and_no_length_is_reported)
{
    const struct filled without = { FALSE, ERROR_INVALID_PARAMETER, 0 };
    const USHORT groups[] = { absent_group(), 64, 0xffff };
    CYCLETIME_CONTRACT rule;
    BYTE *field = field_make(), *buffer;
    enum array array;
    ULONG i;

    for (rule = CYCLETIME_CONTRACT_WINDOWS; rule <= CYCLETIME_CONTRACT_DOCUMENTED; rule++)
        for (array = 0; array < ARRAYS; array++)
            for (i = 0; i < ARRAYSIZE(groups) * 2; i++) {
                const struct filled refused = { FALSE, ERROR_INVALID_PARAMETER, need() };

                set_rule(rule);
                buffer = i % 2 ? field : NULL;
                assert_true(is_filled(array, buffer, 0, fill_at(array, groups[i / 2], buffer, NULL), without));
                if (array == IDLE) continue; /* it has no group */
                assert_true(is_filled(array, buffer, need(), fill(array, groups[i / 2], buffer, need()), refused));
            }
    assert_true(field_is_clean_but(field, NULL, 0));
    field_free(field);
}

/* Without a buffer, only the documented length rule reports the need for a length that is not 0; with one, elements. */
static const char *find_length_rule(enum array array)
{
    ULONG64 cycles[GROUP_PROCESSORS];
    const ULONG without = fill(array, 0, NULL, 1).length, with = fill(array, 0, cycles, sizeof cycles).length;

    if (without == 1 && with == need()) return "windows";
    if (without == need() && with == processors()) return "documented";
    return "neither";
}

/* Prints how the idle cycle functions treat lengths in this process, with the length rule unset, or SET. */
static int print_rules(BOOL set)
{
    if (set) CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS);
    printf("%s %s", find_length_rule(IDLE), find_length_rule(IDLE_EX));
    SetEnvironmentVariableW(L"CYCLETIME_CONTRACT", L"documented"); /* it is read once */
    printf(" %s\n", find_length_rule(IDLE));
    return 0;
}

/* unit.length_rule has more words that mean nothing. */
TEST(the_environment_chooses_the_documented_rule_unless_another_is_set)
{
    static const struct {
        const WCHAR *environment, *argument;
        const char *rules;
    } rows[] = { { L"documented", L"child", "documented documented documented\r\n" },
                 { NULL, L"child", "windows windows windows\r\n" },
                 { L"Documented", L"child", "windows windows windows\r\n" },
                 { L"documented", L"set", "windows windows windows\r\n" } };
    struct outcome outcome;
    struct program child;
    size_t i;

    for (i = 0; i < ARRAYSIZE(rows); i++) {
        SetEnvironmentVariableW(L"CYCLETIME_CONTRACT", rows[i].environment);
        program_start_self(&child, rows[i].argument);
        SetEnvironmentVariableW(L"CYCLETIME_CONTRACT", NULL);
        program_finish(&child, NULL, 0, &outcome);
        assert_int_equal(outcome.code, 0);
        assert_string_equal(outcome.out, rows[i].rules);
        outcome_free(&outcome);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2) return print_rules(!strcmp(argv[1], "set"));
    return finish(run_all_tests());
}
