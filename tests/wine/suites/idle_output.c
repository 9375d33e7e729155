/* SPDX-License-Identifier: MIT */
/* Where the idle cycle functions' buffer and length may lie. */
#include "arrays.h"
#include "field.h"
#include "processor_times.h"

#include <string.h>

static void assert_cycles_at(enum array array, BYTE *field, BYTE *at, ULONG length)
{
    const struct filled right = { TRUE, POISON, need() };
    ULONG64 before[GROUP_PROCESSORS], cycles[GROUP_PROCESSORS], after[GROUP_PROCESSORS];
    ULONG i;

    idle_cycles(before);
    assert_true(is_filled(array, at, length, fill(array, 0, at, length), right));
    idle_cycles(after);
    memcpy(cycles, at, need());
    for (i = 0; i < processors(); i++) assert_in_range(cycles[i], before[i], after[i]);
    assert_true(field_is_clean_but(field, at, need()));
    memset(at, 0xcc, need());
}

/* The last of them ends where memory that is not there begins. */
TEST(the_buffer_may_lie_at_any_address)
{
    BYTE *field = field_make(), *at;
    enum array array;

    for (array = 0; array < IDLE_ARRAYS; array++)
        for (at = field + FIELD - need() - 9; at <= field + FIELD - need(); at++)
            assert_cycles_at(array, field, at, need());
    field_free(field);
}

/* A caller that gives too large a length is believed, and gets no more than the need. */
TEST(no_more_is_written_than_there_are_processors)
{
    BYTE *field = field_make();
    enum array array;

    for (array = 0; array < IDLE_ARRAYS; array++) {
        assert_cycles_at(array, field, field + FIELD - need(), need() + 1);
        assert_cycles_at(array, field, field + FIELD - need(), 0xffffffff);
    }
    field_free(field);
}

TEST(a_short_buffer_is_not_written_to)
{
    const struct filled refused = { FALSE, ERROR_INSUFFICIENT_BUFFER, need() };
    BYTE *field = field_make();
    enum array array;
    ULONG length;

    for (array = 0; array < IDLE_ARRAYS; array++)
        for (length = 0; length < need(); length++)
            assert_true(is_filled(array, field, length, fill(array, 0, field + FIELD - length, length), refused));
    assert_true(field_is_clean_but(field, NULL, 0));
    field_free(field);
}

TEST(the_length_may_lie_at_any_address)
{
    ULONG64 cycles[GROUP_PROCESSORS];
    BYTE *field = field_make(), *at;
    enum array array;
    ULONG length;

    for (array = 0; array < IDLE_ARRAYS; array++) {
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
