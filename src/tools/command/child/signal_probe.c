/* SPDX-License-Identifier: MIT */
/* The child process that only waits: Linux reports which signals it has received. */
#include "tools/command/child/child.h"
#include "tools/command/system/system.h"

#include <sys/wait.h>

/* Signals stay pending in the probe, where its parent can see them. */
static int run_probe(void *of_parent)
{
    watcher_await_parent(of_parent, SIGKILL);
    _exit(EXIT_FAILURE);
}

void signal_probe_begin(void)
{
    enum { STACK = 1 << 14 };
    static _Alignas(16) char stacks[2][STACK];
    static int used; /* a probe begins before the last one ends */

    used ^= 1;
    watcher_begin(WATCHER_PROBE, run_probe, stacks[used] + STACK);
}

/* Returns the signals that are pending in the process, a bit for each. */
static uint64_t pending_in(pid_t process)
{
    static const char pending[] = "\nShdPnd:\t";
    char text[4096];
    const char *at;

    if (!process || process_read_file(process, "status", text, sizeof text) < 0) return 0;
    at = strstr(text, pending);
    return at ? strtoull(at + sizeof pending - 1, NULL, 16) : 0;
}

/* Nothing is pending in a new probe, so signals that came before it began, and that this process has not taken yet, are
   read from the old one. */
bool signal_probe_has_seen(int signal)
{
    static uint64_t seen_before;
    const uint64_t one = UINT64_C(1) << (signal - 1);
    const pid_t seer = watcher_pid(WATCHER_PROBE);
    const bool is_pending = pending_in(seer) & one, has_seen = is_pending || seen_before & one;

    if (is_pending) {
        signal_probe_begin();
        seen_before |= pending_in(seer);
        if (!kill(seer, SIGKILL)) waitpid(seer, NULL, 0);
    }
    seen_before &= ~one;
    return has_seen;
}
