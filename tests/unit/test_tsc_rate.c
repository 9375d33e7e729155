/* SPDX-License-Identifier: MIT */
/* The TSC's rate by a clock that stands still while the machine sleeps, as Linux's raw one does. What the two sides have
   in common is in test_query_tsc_rate.c. */
#include "apart.h"
#include "protocol/tsc_rate.h"

enum { TICKS = 25 }; /* that pass between two readings */

static const uint64_t HZ = 2400000000, SECOND = 1000000000;
static uint64_t tsc, slept;
static unsigned readings, naps, naps_left;

static struct processor_id no_leaf(uint32_t leaf)
{
    return (struct processor_id){ 0, 0, 0, 0 };
}

static uint64_t read_tsc(void)
{
    return tsc += TICKS;
}

/* The TSC may run on meanwhile. */
static void sleep_for_a_while(void)
{
    naps++;
    slept += SECOND / 100;
    tsc += HZ / 100;
}

static int read_clock(struct tsc_rate_reading *now)
{
    read_tsc();
    if (readings++ % 40 == 17 && naps < naps_left) sleep_for_a_while();
    *now = (struct tsc_rate_reading){ .time = tsc * SECOND / HZ - slept, .frequency = SECOND, .asleep = slept };
    return 1;
}

static const struct tsc_rate_sources sources = { no_leaf, read_tsc, read_clock };

TEST(sleep_in_between_is_not_measured)
{
    for (naps_left = 1; naps_left <= 3; naps_left++) {
        readings = naps = 0;
        assert_in_range(tsc_rate_find(&sources), HZ - HZ / 5000, HZ + HZ / 5000);
        assert_int_equal(naps, naps_left);
    }
}

TEST(machine_that_sleeps_all_the_time_has_no_rate)
{
    naps_left = UINT32_MAX;
    assert_int_equal(tsc_rate_find(&sources), 0);
}
