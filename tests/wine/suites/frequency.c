/* SPDX-License-Identifier: MIT */
#include "clocks.h"
#include "cycletime.h"
#include "field.h"

#include <string.h>

static ULONG64 frequency(void)
{
    ULONG64 rate = UNTOUCHED;

    SetLastError(POISON);
    assert_int_equal(CycletimeQueryFrequency(&rate), TRUE);
    assert_int_equal(GetLastError(), POISON);
    return rate;
}

/* 0.05 %: the reported and the real rate of a crystal differ by up to 0.01 %, and a measured rate errs by less. */
static void the_frequency_is_the_counters_rate(void **state)
{
    const ULONG64 measured = ticks_per_second();

    (void)state;
    print_message("%llu reported, %llu measured\n", frequency(), measured);
    assert_in_range(frequency(), measured - measured / 2000, measured + measured / 2000);
}

static void the_frequency_never_changes(void **state)
{
    const ULONG64 first = frequency();
    int i;

    (void)state;
    for (i = 0; i < 1000; i++) assert_int_equal(frequency(), first);
    Sleep(100);
    assert_int_equal(frequency(), first);
}

static void without_an_output_it_is_refused(void **state)
{
    (void)state;
    SetLastError(POISON);
    assert_int_equal(CycletimeQueryFrequency(NULL), FALSE);
    assert_int_equal(GetLastError(), ERROR_INVALID_PARAMETER);
}

/* The last of them is the last place before memory that is not there. */
static void the_output_may_lie_at_any_address(void **state)
{
    const ULONG64 rate = frequency();
    BYTE *field = field_make(), *at;

    (void)state;
    for (at = field + FIELD - 17; at <= field + FIELD - sizeof rate; at++) {
        assert_int_equal(CycletimeQueryFrequency((PULONG64)at), TRUE);
        assert_memory_equal(at, &rate, sizeof rate);
        assert_true(field_is_clean_but(field, at, sizeof rate));
        memset(at, 0xcc, sizeof rate);
    }
    field_free(field);
}

int frequency_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_frequency_is_the_counters_rate),
        cmocka_unit_test(the_frequency_never_changes),
        cmocka_unit_test(without_an_output_it_is_refused),
        cmocka_unit_test(the_output_may_lie_at_any_address),
    };

    return cmocka_run_group_tests_name("frequency", tests, NULL, NULL);
}
