/* SPDX-License-Identifier: MIT */
/* The child that tries the mark before any thread of the process does. */
#include "apart.h"
#include "child.h"
#include "unixlib/threads/rseq.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static struct thread_area ours;

/* As the kernel does with one who changed an area that it looks after. */
static int is_ended_by_the_kernel(void *unused)
{
    raise(SIGSEGV);
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGKILL);
    return UNIXLIB_CLOCK_TSC;
}

static int says_nonsense(void *unused)
{
    return UNIXLIB_CLOCKS;
}

static int returns_tsc(void *unused)
{
    return UNIXLIB_CLOCK_TSC;
}

static volatile sig_atomic_t signals;

static void on_signal(int number)
{
    signals++;
}

static int signals_its_parent(void *unused)
{
    kill(getppid(), SIGUSR1);
    return signals ? UNIXLIB_CLOCK_NOT_TRIED : UNIXLIB_CLOCK_TSC;
}

TEST(child_that_the_kernel_ends_forbids_the_mark)
{
    signal(SIGSEGV, on_signal);
    assert_int_equal(rseq_probe_run(is_ended_by_the_kernel), UNIXLIB_CLOCK_MARKER_FORBIDDEN);
    assert_int_equal(signals, 0);
}

TEST(child_that_says_nonsense_has_tried_nothing)
{
    assert_int_equal(rseq_probe_run(says_nonsense), UNIXLIB_CLOCK_NOT_TRIED);
}

TEST(child_leaves_no_signal_and_no_zombie_for_others)
{
    signal(SIGCHLD, on_signal);
    assert_int_equal(rseq_probe_run(returns_tsc), UNIXLIB_CLOCK_TSC);
    rseq_probe_run(NULL);
    assert_int_equal(signals, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG | __WALL), -1);
    assert_int_equal(errno, ECHILD);
}

TEST(child_is_tried_where_the_programs_children_are_ignored)
{
    signal(SIGCHLD, SIG_IGN);
    assert_int_equal(rseq_probe_run(returns_tsc), UNIXLIB_CLOCK_TSC);
}

/* In a process whose end no sanitizer watches: it could not have its own child either. */
static int try_without_children(void)
{
    const struct rlimit none = { 0, 0 };

    return (!getuid() && !become_stranger()) || setrlimit(RLIMIT_NPROC, &none) ? CANNOT : (int)rseq_probe_run(NULL);
}

TEST(child_that_cannot_be_had_has_tried_nothing)
{
    const int code = IN_CHILD(try_without_children());

    if (code == CANNOT) SKIP_BECAUSE("the child could not make what this is about");
    assert_int_equal(code, UNIXLIB_CLOCK_NOT_TRIED);
}

TEST(signal_that_comes_meanwhile_waits)
{
    sigset_t after;
    int number;

    signal(SIGUSR1, on_signal);
    assert_int_equal(rseq_probe_run(signals_its_parent), UNIXLIB_CLOCK_TSC);
    assert_int_equal(signals, 1);
    assert_int_equal(sigprocmask(SIG_BLOCK, NULL, &after), 0);
    for (number = 1; number <= SIGRTMAX; number++) assert_true(sigismember(&after, number) != 1);
}

/* The thread itself keeps what it had. */
TEST(probe_leaves_the_threads_own_area_alone)
{
    const int processor = sched_getcpu();

    assert_true(processor >= 0);
    rseq_probe_run(NULL);
    rseq_find_library();
    if (rseq_take(&ours) != AREA_OURS) SKIP_BECAUSE("this kernel, or a sandbox, gives the thread no area of its own");
    assert_true(rseq_give_back(&ours));
}
