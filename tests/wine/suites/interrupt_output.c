/* SPDX-License-Identifier: MIT */
#include "clocks.h"
#include "field.h"

#include <string.h>

/* Only QueryUnbiasedInterruptTime can return that it failed. */
TEST(without_an_output_nothing_happens_but_the_error)
{
    enum clock clock;

    for (clock = 0; clock < CLOCKS; clock++)
        assert_result(clock_ask(clock, NULL), clock != UNBIASED, ERROR_INVALID_PARAMETER);
}

static void assert_written_at(enum clock clock, BYTE *field, BYTE *at)
{
    ULONG64 before = time_of(clock), time;

    assert_succeeds(clock_ask(clock, (PULONGLONG)at));
    memcpy(&time, at, sizeof time);
    assert_in_range(time, before, time_of(clock));
    assert_true(field_is_clean_but(field, at, sizeof time));
    memset(at, 0xcc, sizeof time);
}

/* The last of them is the last place before memory that is not there. */
TEST(the_output_may_lie_at_any_address)
{
    BYTE *field = field_make();
    enum clock clock;
    unsigned back;

    for (clock = 0; clock < CLOCKS; clock++)
        for (back = 17; back >= sizeof(ULONG64); back--) assert_written_at(clock, field, field + FIELD - back);
    field_free(field);
}
