/* SPDX-License-Identifier: MIT */
#include "apart.h"
#include "unixlib/processors/proc_files.h"
#include "fake_tree.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The line of interrupts is as long as it likes. */
static void put_stat(size_t interrupts)
{
    static char text[100000];
    char *at = text + strlen(strcpy(text, "cpu  1 2 3 4\ncpu0 1 2 3 4\nintr 9"));

    for (; interrupts; interrupts--) at += strlen(strcpy(at, " 12"));
    strcpy(at, "\nctxt 18446744073709551615\nbtime 1\nprocesses 3\nprocs_running 7\nprocs_blocked 1\n");
    fake_tree_write(&tree, "/stat", text);
}

static void put_memory(const char *text)
{
    fake_tree_write(&tree, "/meminfo", text);
}

TEST_BETWEEN(tree_set_up, tree_tear_down, counts_stand_behind_a_word_each)
{
    struct unixlib_system reported;

    put_stat(10);
    put_memory("MemTotal: 1 kB\nSwapCached:  8 kB\nSwapTotal:      2000 kB\nSwapFree:          4 kB\nDirty: 1 kB\n");
    assert_true(system_counts_read(tree_root, &reported));
    assert_true(reported.context_switches == UINT64_MAX);
    assert_int_equal(reported.runnable, 7);
    assert_int_equal(reported.swap_total, 2000 * 1024);
    assert_int_equal(reported.swap_free, 4 * 1024);
}

TEST_BETWEEN(tree_set_up, tree_tear_down, a_line_may_be_longer_than_what_is_read_at_once)
{
    struct unixlib_system reported;
    size_t interrupts;

    put_memory("SwapTotal: 0 kB\nSwapFree: 0 kB\n");
    for (interrupts = 2700; interrupts < 2760; interrupts++) {
        put_stat(interrupts);
        memset(&reported, 0xcc, sizeof reported);
        assert_true(system_counts_read(tree_root, &reported));
        assert_true(reported.context_switches == UINT64_MAX);
        assert_int_equal(reported.runnable, 7);
    }
}

TEST_BETWEEN(tree_set_up, tree_tear_down, a_file_that_lacks_one_reports_nothing)
{
    struct unixlib_system reported, untouched;

    memset(&reported, 0xcc, sizeof reported);
    untouched = reported;
    assert_false(system_counts_read(tree_root, &reported));
    put_stat(1);
    assert_false(system_counts_read(tree_root, &reported));
    put_memory("SwapTotal: 5 kB\nSwapFree");
    assert_false(system_counts_read(tree_root, &reported));
    put_memory("SwapTotal: 5 kB\nSwapFree: 6 kB\n"); /* more than there is */
    assert_false(system_counts_read(tree_root, &reported));
    put_memory("SwapTotal: 18446744073709551615 kB\nSwapFree: 6 kB\n");
    assert_false(system_counts_read(tree_root, &reported));
    assert_memory_equal(&reported, &untouched, sizeof reported);
}

TEST_BETWEEN(tree_set_up, tree_tear_down, this_machine_reports_its_own)
{
    const int real = open("/proc", O_RDONLY | O_DIRECTORY);
    struct unixlib_system first, second;

    assert_true(system_counts_read(real, &first) && system_counts_read(real, &second));
    close(real);
    assert_true(first.context_switches && first.context_switches <= second.context_switches);
    assert_true(first.runnable >= 1); /* this process */
}
