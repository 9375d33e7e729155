/* SPDX-License-Identifier: MIT */
/* Child processes of the command that share its memory and wait for its end. */
#include "tools/command/system/system.h"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>

static pid_t watchers[WATCHERS];
static bool are_bound; /* Linux ends them, or informs them, if this process is killed */

bool child_can_be_bound(void)
{
    static bool is_known, can;
    int own;

    if (!is_known) can = !prctl(PR_GET_PDEATHSIG, &own) && !prctl(PR_SET_PDEATHSIG, own);
    is_known = true;
    return can;
}

bool child_is_orphan(pid_t parent)
{
    const pid_t now = getppid();

    return now >= 0 && parent >= 0 && now != parent;
}

void watcher_begin(enum watcher watcher, int (*run)(void *of_parent), char *stack_end)
{
    const int flags = CLONE_VM | CLONE_FILES | CLONE_FS | CLONE_SIGHAND | SIGCHLD;

    are_bound = child_can_be_bound();
    watchers[watcher] = clone(run, stack_end, flags, (void *)(intptr_t)getpid());
    if (watchers[watcher] < 0) watchers[watcher] = 0;
}

pid_t watcher_pid(enum watcher watcher)
{
    return watchers[watcher];
}

/* sigwait takes signals, which would stay pending in pause, and fails if the process is continued. */
void watcher_await_parent(void *of_parent, int signal)
{
    const struct timespec second = { 1, 0 };
    const pid_t parent = (pid_t)(intptr_t)of_parent;
    sigset_t signals;
    int taken;

    sigemptyset(&signals);
    sigaddset(&signals, signal);
    if (are_bound) prctl(PR_SET_PDEATHSIG, signal);
    while (!child_is_orphan(parent))
        if (!are_bound) nanosleep(&second, NULL);
        else if (signal == SIGKILL) pause();
        else sigwait(&signals, &taken);
}

void watcher_end(enum watcher watcher)
{
    if (watchers[watcher] && !kill(watchers[watcher], SIGKILL)) waitpid(watchers[watcher], NULL, 0);
    watchers[watcher] = 0;
}

void watchers_remove(pid_t child)
{
    int i;

    for (i = 0; i < WATCHERS; i++)
        if (watchers[i] == child) watchers[i] = 0;
}
