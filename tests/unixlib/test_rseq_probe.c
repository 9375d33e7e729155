/* SPDX-License-Identifier: MIT */
/* The calling thread's quick clock is used only where the kernel is seen to take the mark away at every switch. */
#include "apart.h"
#include "unixlib/threads/rseq.h"

#include <stdbool.h>
#include <string.h>

/* A kernel that does what a test sets. */
static struct {
    bool mark;
    bool ignores_mark;         /* it never stands */
    int clears_after;          /* how many blockings in a row it clears; the next one it does not */
    int blocks_without_switch; /* so many do not lead to one */
    bool reports_nothing;
    unsigned long switched;
    int blocked;
    uint32_t shortest;         /* sleep that is not over before it begins, ns */
} kernel;

static void set(struct thread_area *area)
{
    kernel.mark = !kernel.ignores_mark;
}

static bool stands(const struct thread_area *area)
{
    return kernel.mark;
}

static void block(uint32_t ns)
{
    if (ns < kernel.shortest) return;
    if (kernel.blocked++ < kernel.blocks_without_switch) return;
    kernel.switched++;
    if (kernel.switched <= (unsigned long)kernel.clears_after) kernel.mark = false;
}

static bool switches(unsigned long *count)
{
    *count = kernel.switched;
    return !kernel.reports_nothing;
}

static const struct rseq_probe fake = { set, stands, block, switches };

static int start(void **state)
{
    memset(&kernel, 0, sizeof kernel);
    kernel.clears_after = 1000;
    return 0;
}

TEST_AFTER(start, kernel_that_clears_at_every_switch_passes)
{
    assert_true(rseq_probe_passes(&fake));
    assert_true(kernel.switched >= 3);
}

TEST_AFTER(start, kernel_that_leaves_the_mark_of_a_thread_that_blocks_is_refused)
{
    kernel.clears_after = 0;
    assert_false(rseq_probe_passes(&fake));
}

TEST_AFTER(start, kernel_that_leaves_it_once_in_several_times_is_refused)
{
    kernel.clears_after = 3;
    assert_false(rseq_probe_passes(&fake));
}

TEST_AFTER(start, mark_that_never_stands_is_of_no_use)
{
    kernel.ignores_mark = true;
    assert_false(rseq_probe_passes(&fake));
}

TEST_AFTER(start, blockings_without_a_switch_are_not_counted)
{
    kernel.blocks_without_switch = 20;
    assert_true(rseq_probe_passes(&fake));
    assert_true(kernel.switched >= 3);
}

/* As in an emulator. */
TEST_AFTER(start, sleeps_of_a_slow_machine_become_longer_until_they_block)
{
    kernel.shortest = 3000000;
    assert_true(rseq_probe_passes(&fake));
    assert_true(kernel.switched >= 3);
}

TEST_AFTER(start, kernel_of_which_no_switch_is_seen_is_refused)
{
    kernel.blocks_without_switch = 1000000;
    assert_false(rseq_probe_passes(&fake));
}

TEST_AFTER(start, kernel_that_does_not_report_switches_is_refused)
{
    kernel.reports_nothing = true;
    assert_false(rseq_probe_passes(&fake));
}

/* The kernel never writes to this registration: it is only memory. */
TEST(area_that_the_kernel_does_not_know_is_refused)
{
    assert_false(rseq_probe_passes(&rseq_probe_of_kernel));
    assert_true(rseq_switch_marker_stands(&rseq_probe_area));
}

TEST(area_of_this_kernel_is_judged_the_same_every_time)
{
    bool first;
    int i;

    rseq_find_library();
    if (rseq_probe_run(NULL) == UNIXLIB_CLOCK_MARKER_FORBIDDEN || rseq_take(&rseq_probe_area) != AREA_OURS)
        SKIP_BECAUSE("the kernel gives no area, or ends who marks it");
    first = rseq_probe_passes(&rseq_probe_of_kernel);
    print_message("this kernel %s\n", first ? "passes" : "is refused");
    for (i = 0; i < 10; i++) assert_int_equal(rseq_probe_passes(&rseq_probe_of_kernel), first);
}
