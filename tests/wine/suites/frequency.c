/* SPDX-License-Identifier: MIT */
#include "clocks.h"
#include "cycletime.h"
#include "field.h"

#include <string.h>

static ULONG64 frequency(void)
{
    ULONG64 rate = UNTOUCHED;

    assert_succeeds(CycletimeQueryFrequency(&rate));
    return rate;
}

/* 0.05 %: the reported and the real rate of a crystal differ by up to 0.01 %, and a measured rate errs by less. */
TEST(the_frequency_is_the_counters_rate)
{
    const ULONG64 measured = ticks_per_second();

    print_message("%llu reported, %llu measured\n", frequency(), measured);
    assert_in_range(frequency(), measured - measured / 2000, measured + measured / 2000);
}

TEST(the_frequency_never_changes)
{
    const ULONG64 first = frequency();
    int i;

    for (i = 0; i < 1000; i++) assert_int_equal(frequency(), first);
    Sleep(100);
    assert_int_equal(frequency(), first);
}

TEST(a_query_without_an_output_is_refused)
{
    assert_fails(CycletimeQueryFrequency(NULL), ERROR_INVALID_PARAMETER);
}

/* The last of them is the last place before memory that is not there. */
TEST(the_output_may_lie_at_any_address)
{
    const ULONG64 rate = frequency();
    BYTE *field = field_make(), *at;

    for (at = field + FIELD - 17; at <= field + FIELD - sizeof rate; at++) {
        assert_int_equal(CycletimeQueryFrequency((PULONG64)at), TRUE);
        assert_memory_equal(at, &rate, sizeof rate);
        assert_true(field_is_clean_but(field, at, sizeof rate));
        memset(at, 0xcc, sizeof rate);
    }
    field_free(field);
}
