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

bool signal_probe_has_seen(int signal)
{
    static const char pending[] = "\nShdPnd:\t";
    const pid_t seer = probe;
    char text[4096];
    const char *at;

    if (seer <= 0 || process_read_file(seer, "status", text, sizeof text) < 0) return false;
    at = strstr(text, pending);
    if (!at || !(strtoull(at + sizeof pending - 1, NULL, 16) >> (signal - 1) & 1)) return false;
    signal_probe_begin(); /* nothing is pending in the new one */
    if (!kill(seer, SIGKILL)) waitpid(seer, NULL, 0);
    return true;
}

void signal_probe_end(void)
{
    if (probe > 0 && !kill(probe, SIGKILL)) waitpid(probe, NULL, 0);
}
