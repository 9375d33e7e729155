/* SPDX-License-Identifier: MIT */
#include "last_moments.h"
#include "linux_clock.h"
#include "other_process.h"

#include <poll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 5000000, PIDFD_OPEN = 434 }; /* ns; the number of the call is the same on every machine */

static bool look(struct last_moments *moments)
{
    uint64_t total;

    if (!other_process_total(moments->pid, &total) || total < moments->total) return false;
    moments->total = total;
    return true;
}

bool last_moments_begin(pid_t pid, struct last_moments *moments)
{
    uint64_t now;

    *moments = (struct last_moments){ .pid = pid, .descriptor = -1 };
    if (!look(moments) || !linux_steady_clock(&now)) return false;
    moments->deadline = now + PATIENCE;
    moments->descriptor = (int)syscall(PIDFD_OPEN, pid, 0);
    return true;
}

/* A fifth of a millisecond, which is what can be missed of one that is forgotten at once, or until it has ended: true. */
static bool wait_a_little(const struct last_moments *moments)
{
    const struct timespec fifth = { 0, 200000 };
    struct pollfd descriptor = { moments->descriptor, POLLIN, 0 };

    if (moments->descriptor >= 0) return ppoll(&descriptor, 1, &fifth, NULL) > 0;
    nanosleep(&fifth, NULL);
    return false;
}

/* When it has ended its clock stands still, and is there until somebody takes notice of its end. */
void last_moments_end(struct last_moments *moments, bool was_killed)
{
    bool has_ended = false;
    uint64_t now;

    while (was_killed && look(moments) && !has_ended && linux_steady_clock(&now) && now < moments->deadline)
        has_ended = wait_a_little(moments);
    if (moments->descriptor >= 0) close(moments->descriptor);
}
