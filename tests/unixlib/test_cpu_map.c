/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "unixlib/processors/cpu_map.h"

#include <string.h>

static struct cpu_map map;

static bool parse(const char *text)
{
    memset(&map, 0xCC, sizeof map);
    return cpu_map_parse(&map, text, strlen(text));
}

TEST(a_list_of_one_cpu_is_read)
{
    assert_true(parse("0\n"));
    assert_int_equal(map.count, 1);
    assert_int_equal(map.cpus[0], 0);
}

TEST(a_range_counts_both_ends)
{
    assert_true(parse("0-159\n"));
    assert_int_equal(map.count, 160);
    assert_int_equal(map.cpus[159], 159);
}

TEST(holes_close_up)
{
    static const uint16_t expected[] = { 0, 2, 4, 5, 6, 100 };

    assert_true(parse("0,2,4-6,100\n"));
    assert_int_equal(map.count, 6);
    assert_memory_equal(map.cpus, expected, sizeof expected);
}

TEST(every_cpu_is_found_and_no_other)
{
    uint32_t cpu;

    assert_true(parse("1,3,5,7,9-12\n"));
    for (cpu = 0; cpu < map.count; cpu++) assert_int_equal(cpu_map_find(&map, map.cpus[cpu]), cpu);
    assert_int_equal(cpu_map_find(&map, 0), map.count);
    assert_int_equal(cpu_map_find(&map, 4), map.count);
    assert_int_equal(cpu_map_find(&map, 13), map.count);
    assert_int_equal(cpu_map_find(&map, UINT64_MAX), map.count);
}

TEST(the_most_cpus_fit_and_one_more_does_not)
{
    assert_true(parse("0-4095\n"));
    assert_int_equal(map.count, 4096);
    assert_false(parse("0-4096\n"));
    assert_int_equal(map.count, 0);
}

TEST(what_is_no_list_is_refused)
{
    static const char *const bad[] = { "", "\n", "0", "0-", "0-\n", "-3\n", "0,\n", "0,,1\n", "3-1\n", "1,1\n", "2,1\n",
                                       "0-3,2\n", "0 1\n", "0\n1\n", "x\n", "0-99999999999999999999\n", "70000\n",
                                       "18446744073709551616\n", "18446744073709551620\n",
                                       "0-18446744073709551615\n" };
    size_t i;

    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(parse(bad[i]));
        assert_int_equal(map.count, 0);
    }
}
