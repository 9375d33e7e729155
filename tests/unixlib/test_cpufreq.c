/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "unixlib/processors/proc_files.h"
#include "fake_tree.h"

static void assert_reported(uint32_t current, uint32_t nominal)
{
    struct unixlib_frequency reported = { 1, 1 };

    assert_true(cpufreq_read(tree_root, 3, &reported));
    assert_int_equal(reported.current, current);
    assert_int_equal(reported.nominal, nominal);
}

TEST_BETWEEN(tree_set_up, tree_tear_down, intels_driver_reports_both)
{
    fake_tree_write(&tree, "/cpu3/cpufreq/scaling_cur_freq", "1200000\n");
    fake_tree_write(&tree, "/cpu3/cpufreq/base_frequency", "2600000\n");
    assert_reported(1200000, 2600000);
}

TEST_BETWEEN(tree_set_up, tree_tear_down, acpi_reports_the_nominal_one_in_mhz)
{
    fake_tree_write(&tree, "/cpu3/cpufreq/scaling_cur_freq", "1200000\n");
    fake_tree_write(&tree, "/cpu3/acpi_cppc/nominal_freq", "3400\n");
    assert_reported(1200000, 3400000);
}

TEST_BETWEEN(tree_set_up, tree_tear_down, the_nominal_one_may_not_be_reported)
{
    fake_tree_write(&tree, "/cpu3/cpufreq/scaling_cur_freq", "1200000\n");
    assert_reported(1200000, 0);
    fake_tree_write(&tree, "/cpu3/cpufreq/base_frequency", "<unknown>\n");
    fake_tree_write(&tree, "/cpu3/acpi_cppc/nominal_freq", "4294968\n"); /* of kHz more than 32 bits hold */
    assert_reported(1200000, 0);
}

TEST_BETWEEN(tree_set_up, tree_tear_down, without_cpufreq_nothing_is_reported)
{
    struct unixlib_frequency reported = { 7, 7 };

    assert_false(cpufreq_read(tree_root, 3, &reported));
    fake_tree_write(&tree, "/cpu3/cpufreq/scaling_cur_freq", "12");
    assert_false(cpufreq_read(tree_root, 3, &reported));
    fake_tree_write(&tree, "/cpu3/cpufreq/scaling_cur_freq", "\n");
    assert_false(cpufreq_read(tree_root, 3, &reported));
    assert_true(reported.current == 7 && reported.nominal == 7);
}
