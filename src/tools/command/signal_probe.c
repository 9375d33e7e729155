/* SPDX-License-Identifier: MIT */
/* The child process that only waits: Linux reports which signals it has received. */
#include "tools/command/processes.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

static pid_t probe;
static bool can_be_bound;

/* Signals stay pending in the probe, where its parent can see them. The probe ends with its parent; if Linux refuses to end
   it then, it looks each second. It shares its parent's errno, so none of its calls may fail. */
static int run_probe(void *of_parent)
{
    const struct timespec second = { 1, 0 };
    const pid_t parent = (pid_t)(intptr_t)of_parent;

    if (can_be_bound) prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (!child_is_orphan(parent))
        if (can_be_bound) pause();
        else nanosleep(&second, NULL);
    _exit(EXIT_FAILURE);
}

/* The probe shares this process's memory and descriptors, which costs less than a copy. */
void signal_probe_begin(void)
{
    enum { STACK = 1 << 14 };
    static _Alignas(16) char stacks[2][STACK];
    static int used; /* a probe begins before the last one ends */

    can_be_bound = child_can_be_bound();
    used ^= 1;
    probe = clone(run_probe, stacks[used] + STACK, CLONE_VM | CLONE_FILES | CLONE_FS | CLONE_SIGHAND | SIGCHLD,
                  (void *)(intptr_t)getpid());
}

/* Returns the signals that are pending in the process, a bit for each. */
static uint64_t pending_in(pid_t process)
{
    static const char pending[] = "\nShdPnd:\t";
    char text[4096];
    const char *at;

    if (process <= 0 || process_read_file(process, "status", text, sizeof text) < 0) return 0;
    at = strstr(text, pending);
    return at ? strtoull(at + sizeof pending - 1, NULL, 16) : 0;
}

/* Nothing is pending in a new probe, so signals that came before it began, and that this process has not taken yet, are
   read from the old one. */
bool signal_probe_has_seen(int signal)
{
    static uint64_t seen_before;
    const uint64_t one = UINT64_C(1) << (signal - 1);
    const pid_t seer = probe;
    const bool is_pending = pending_in(seer) & one, has_seen = is_pending || seen_before & one;

    if (is_pending) {
        signal_probe_begin();
        seen_before |= pending_in(seer);
        if (!kill(seer, SIGKILL)) waitpid(seer, NULL, 0);
    }
    seen_before &= ~one;
    return has_seen;
}

void signal_probe_has_ended(pid_t child)
{
    if (child == probe) probe = 0;
}

void signal_probe_end(void)
{
    if (probe > 0 && !kill(probe, SIGKILL)) waitpid(probe, NULL, 0);
    probe = 0;
}
