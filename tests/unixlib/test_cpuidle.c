/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "unixlib/processors/proc_files.h"
#include "fake_tree.h"

#include <stdio.h>
#include <string.h>

static void put(uint32_t cpu, uint32_t index, const char *file, const char *text)
{
    char path[128];

    snprintf(path, sizeof path, "/cpu%u/cpuidle/state%u/%s", cpu, index, file);
    fake_tree_write(&tree, path, text);
}

static void put_state(uint32_t cpu, uint32_t index, const char *name)
{
    put(cpu, index, "name", name);
    put(cpu, index, "latency", "133\n");
    put(cpu, index, "residency", "400\n");
    put(cpu, index, "time", "18446744073709551615\n");
    put(cpu, index, "usage", "77\n");
}

TEST_BETWEEN(tree_set_up, tree_tear_down, a_state_reports_all_it_has)
{
    struct unixlib_idle_state reported;

    put_state(3, 2, "C6\n");
    memset(&reported, 0xCC, sizeof reported);
    assert_true(cpuidle_state(tree_root, 3, 2, &reported));
    assert_string_equal(reported.name, "C6");
    assert_int_equal(reported.latency, 133);
    assert_int_equal(reported.residency, 400);
    assert_true(reported.time == UINT64_MAX);
    assert_int_equal(reported.usage, 77);
}

TEST_BETWEEN(tree_set_up, tree_tear_down, cpus_have_as_many_states_as_they_have)
{
    uint32_t i;

    put_state(0, 0, "POLL\n");
    put_state(0, 1, "C1\n");
    for (i = 0; i < 9; i++) put_state(12, i, "C\n");
    assert_int_equal(cpuidle_count(tree_root, 0), 2);
    assert_int_equal(cpuidle_count(tree_root, 12), 9);
    assert_int_equal(cpuidle_count(tree_root, 1), 0);
    assert_int_equal(cpuidle_count(-1, 0), 0);
}

TEST_BETWEEN(tree_set_up, tree_tear_down, nobody_knows_how_many_follow_a_state_that_cannot_be_read)
{
    put_state(0, 0, "POLL\n");
    put_state(0, 1, "");
    put_state(0, 2, "C6\n");
    assert_int_equal(cpuidle_count(tree_root, 0), 0);
}

TEST_BETWEEN(tree_set_up, tree_tear_down, names_are_as_long_as_the_kernels)
{
    struct unixlib_idle_state reported;

    put_state(0, 0, "fifteen letters\n");
    assert_true(cpuidle_state(tree_root, 0, 0, &reported));
    assert_string_equal(reported.name, "fifteen letters");
    put(0, 0, "name", "sixteen letters!\n");
    assert_false(cpuidle_state(tree_root, 0, 0, &reported));
}

TEST_BETWEEN(tree_set_up, tree_tear_down, a_file_that_is_not_as_it_should_be_leaves_the_output_alone)
{
    static const char *const files[] = { "name", "latency", "residency", "time", "usage" };
    static const char *const bad[] = { "", "7", "-1\n", "1x\n", "99999999999999999999\n",
                                       "a line of more than sixty-three characters, which nothing here may have\n" };
    struct unixlib_idle_state reported, untouched;
    size_t file, i;

    memset(&untouched, 0xCC, sizeof untouched);
    for (file = 0; file < sizeof files / sizeof *files; file++) {
        for (i = 0; i < sizeof bad / sizeof *bad; i++) {
            if (!file && i > 1 && i < 5) continue; /* a name may be such a word */
            put_state(0, 0, "C1\n");
            put(0, 0, files[file], bad[i]);
            reported = untouched;
            assert_false(cpuidle_state(tree_root, 0, 0, &reported));
            assert_memory_equal(&reported, &untouched, sizeof reported);
        }
    }
    put_state(0, 0, "C1\n");
    assert_true(cpuidle_state(tree_root, 0, 0, &reported));
}
