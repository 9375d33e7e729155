/* SPDX-License-Identifier: MIT */
#include "clocks.h"
#include "cycletime.h"

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
