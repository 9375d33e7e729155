/* SPDX-License-Identifier: MIT */
/* cycles_from_100ns against 128-bit arithmetic. */
#include "ask.h"
#include "library/query/tsc_rate.h"

#include <stdlib.h>

static ULONG64 exactly(ULONG64 time, ULONG64 rate)
{
    unsigned __int128 cycles = (unsigned __int128)time * rate / 10000000;

    return cycles > ~0ull ? ~0ull : (ULONG64)cycles;
}

static ULONG64 any_value(void)
{
    ULONG64 bits = (ULONG64)random() << 42 ^ (ULONG64)random() << 21 ^ (ULONG64)random();

    return bits >> random() % 64;
}

static void check_around(ULONG64 value, ULONG64 rate)
{
    LONGLONG i;

    for (i = -20; i <= 20; i++) assert_int_equal(cycles_from_100ns(value + i), exactly(value + i, rate));
}

static void check(ULONG64 khz)
{
    ULONG64 rate = khz * 1000, last;
    int i;

    fake_hypervisor_rate((ULONG)khz);
    assert_int_equal(query_tsc_rate(), rate);
    last = (ULONG64)((unsigned __int128)10000000 * ~0ull / rate);  /* the largest that fits, or about */
    check_around(0, rate);
    check_around(10000000, rate);
    check_around(1ull << 32, rate);
    check_around(1ull << 63, rate);
    check_around(last, rate);
    check_around(last / 10000000 * 10000000, rate);
    check_around(~0ull - 20, rate);
    for (i = 0; i < 60; i++) check_around(1ull << i, rate);
    srandom((unsigned)khz);
    for (i = 0; i < 200000; i++) {
        ULONG64 time = any_value();
        assert_int_equal(cycles_from_100ns(time), exactly(time, rate));
    }
}

#define EXACT(name, khz) TEST_ON(wine_8, name) { check(khz); }
EXACT(exact_at_the_rate_of_this_century, 2599997)
EXACT(exact_at_a_round_rate, 2500000)
EXACT(exact_at_a_slow_rate, 9999)  /* below 10 MHz, a unit of 100 ns is less than a cycle */
EXACT(exact_at_the_lowest_rate, 1)
EXACT(exact_beyond_32_bits, 6123457)
EXACT(exact_at_the_highest_rate_that_is_ever_reported, 1000000000)
