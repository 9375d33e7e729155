/* SPDX-License-Identifier: MIT */
/* The idle cycle functions treat lengths as in the two tables of cycletime.h, row by row. */
#include "arrays.h"
#include "cycletime.h"
#include "field.h"
#include "processor_times.h"

#include <string.h>

/* Beyond the need by one element and one byte, and what may be taken for negative. */
static ULONG length_of(ULONG i)
{
    static const ULONG extremes[] = { 512, 0x7fffffff, 0x80000000, 0xffffffff };

    return i < need() + 10 ? i : extremes[i - need() - 10];
}

static ULONG lengths(void)
{
    return need() + 10 + 4;
}

static struct filled expected(CYCLETIME_CONTRACT length_rule, BOOL given, ULONG length)
{
    const BOOL documented = length_rule == CYCLETIME_CONTRACT_DOCUMENTED;

    if (given && length < need()) return (struct filled){ FALSE, ERROR_INSUFFICIENT_BUFFER, need() };
    if (given) return (struct filled){ TRUE, POISON, documented ? processors() : need() };
    return (struct filled){ TRUE, POISON, length && !documented ? length : need() };
}

/* The first processors' cycles are between two readings, nothing else in the field was written. */
static BOOL wrote_cycles(const BYTE *field, const ULONG64 *before, const BYTE *at, const ULONG64 *after)
{
    ULONG64 cycles;
    ULONG i;

    for (i = 0; i < processors(); i++) {
        memcpy(&cycles, at + i * sizeof cycles, sizeof cycles);
        if (cycles < before[i] || cycles > after[i]) return FALSE;
    }
    return field_is_clean_but(field, at, need());
}

static BOOL row_holds(CYCLETIME_CONTRACT length_rule, enum array array, BYTE *field, BOOL given, ULONG length)
{
    const struct filled right = expected(length_rule, given, length);
    BYTE *buffer = given ? field + 64 : NULL;
    ULONG64 before[GROUP_PROCESSORS], after[GROUP_PROCESSORS];
    BOOL holds;

    memset(field, 0xcc, FIELD);
    idle_cycles(before);
    holds = is_filled(array, buffer, length, fill(array, 0, buffer, length), right);
    idle_cycles(after);
    if (given && right.done ? wrote_cycles(field, before, buffer, after) : field_is_clean_but(field, NULL, 0)) return holds;
    print_error("%s, length %lu: the buffer is wrong\n", array_names[array], length);
    return FALSE;
}

static void assert_table(CYCLETIME_CONTRACT length_rule)
{
    BYTE *field = field_make();
    ULONG i, wrong = 0;
    enum array array;

    assert_int_equal(CycletimeSetContract(length_rule), TRUE);
    for (array = 0; array < IDLE_ARRAYS; array++)
        for (i = 0; i < lengths(); i++)
            wrong += !row_holds(length_rule, array, field, FALSE, length_of(i))
                     + !row_holds(length_rule, array, field, TRUE, length_of(i));
    assert_int_equal(CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS), TRUE);
    field_free(field);
    assert_int_equal(wrong, 0);
}

TEST(every_length_means_what_it_does_on_windows)
{
    assert_table(CYCLETIME_CONTRACT_WINDOWS);
}

TEST(every_length_means_what_microsofts_page_says_under_the_documented_rule)
{
    assert_table(CYCLETIME_CONTRACT_DOCUMENTED);
}

static void assert_absent_group_is_refused(CYCLETIME_CONTRACT length_rule, USHORT group)
{
    BYTE *field = field_make();
    ULONG i, wrong = 0, length;

    assert_int_equal(CycletimeSetContract(length_rule), TRUE);
    for (i = 0; i < lengths(); i++) {
        const struct filled refused = { FALSE, ERROR_INVALID_PARAMETER, length = length_of(i) };

        wrong += !is_filled(IDLE_EX, NULL, length, fill(IDLE_EX, group, NULL, length), refused);
        wrong += !is_filled(IDLE_EX, field, length, fill(IDLE_EX, group, field, length), refused);
    }
    assert_true(field_is_clean_but(field, NULL, 0));
    assert_int_equal(CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS), TRUE);
    field_free(field);
    assert_int_equal(wrong, 0);
}

TEST(a_group_that_is_not_there_is_refused_and_no_length_is_reported)
{
    assert_absent_group_is_refused(CYCLETIME_CONTRACT_WINDOWS, absent_group());
    assert_absent_group_is_refused(CYCLETIME_CONTRACT_DOCUMENTED, absent_group());
    assert_absent_group_is_refused(CYCLETIME_CONTRACT_WINDOWS, 64);
    assert_absent_group_is_refused(CYCLETIME_CONTRACT_WINDOWS, 0xffff);
}

TEST(a_query_without_a_length_is_refused)
{
    BYTE *field = field_make();
    const struct filled refused = { FALSE, ERROR_INVALID_PARAMETER, 0 };
    CYCLETIME_CONTRACT length_rule;
    enum array array;

    for (length_rule = CYCLETIME_CONTRACT_WINDOWS; length_rule <= CYCLETIME_CONTRACT_DOCUMENTED; length_rule++) {
        assert_int_equal(CycletimeSetContract(length_rule), TRUE);
        for (array = 0; array < IDLE_ARRAYS; array++) {
            assert_true(is_filled(array, NULL, 0, fill_at(array, 0, NULL, NULL), refused));
            assert_true(is_filled(array, field, 0, fill_at(array, 0, field, NULL), refused));
            assert_true(is_filled(array, field, 0, fill_at(array, absent_group(), field, NULL), refused));
        }
    }
    assert_true(field_is_clean_but(field, NULL, 0));
    assert_int_equal(CycletimeSetContract(CYCLETIME_CONTRACT_WINDOWS), TRUE);
    field_free(field);
}
