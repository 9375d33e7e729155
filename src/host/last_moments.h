/* SPDX-License-Identifier: MIT */
/* The clock of a process that is killed, until it is gone. */
#ifndef CYCLETIME_HOST_LAST_MOMENTS_H
#define CYCLETIME_HOST_LAST_MOMENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct last_moments {
    pid_t pid;
    int descriptor;    /* of the process; -1: this Linux has none (5.3) */
    uint64_t total;    /* ns, as it was seen last */
    uint64_t deadline; /* of the steady clock */
};

/* Before it is killed. False: it is gone already. */
bool last_moments_begin(pid_t pid, struct last_moments *moments);

/* Whether it was killed or not. Reads its clock until it is gone, for 5 ms since the begin at most: its killer is not to
   wait for one that Linux is still taking apart, or does not let run. */
void last_moments_end(struct last_moments *moments, bool was_killed);

#endif
