/* SPDX-License-Identifier: MIT */
#include "trial.h"
#include "rseq_area.h"
#include "self_check.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* 1 means no core file, nor a program that is given one (Linux' core(5)). */
static void leave_no_core(void)
{
    const struct rlimit none = { 1, 1 };

    setrlimit(RLIMIT_CORE, &none);
}

/* In a child of clone, which begins without an area. Its sleeps are as short as they are said to be. */
static int try_mark(void *unused)
{
    (void)unused;
    leave_no_core();
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    switch (rseq_register(&self_check_area)) {
    case RSEQ_OURS: return self_check_passes(&self_check_of_kernel) ? HOST_CLOCK_COUNTER : HOST_CLOCK_MARK_STAYS;
    case RSEQ_IN_USE: return HOST_CLOCK_AREA_IN_USE;
    default: return HOST_CLOCK_AREA_REFUSED;
    }
}

static enum host_clock way_of(int status)
{
    if (!WIFEXITED(status)) return HOST_CLOCK_MARK_FORBIDDEN;
    return WEXITSTATUS(status) < HOST_CLOCKS ? (enum host_clock)WEXITSTATUS(status) : HOST_CLOCK_NOT_TRIED;
}

/* It runs on a stack of its own in this process's memory while this thread waits, for to copy that memory costs up to
   200 us a MB. No signal reaches it, and its end raises none, nor can somebody else wait for it. */
enum host_clock trial_of(int (*child)(void *))
{
    static char stack[65536] __attribute__((aligned(64)));
    const int error = errno;
    sigset_t all, before;
    int status = 0;
    pid_t id;

    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before)) return HOST_CLOCK_NOT_TRIED;
    id = clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK, NULL);
    if (id > 0 && waitpid(id, &status, __WCLONE) != id) id = -1;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return id > 0 ? way_of(status) : HOST_CLOCK_NOT_TRIED;
}

enum host_clock trial_run(void)
{
    return trial_of(try_mark);
}
