/* SPDX-License-Identifier: MIT */
/* Processes that are killed: what they used is looked at before and after, as nobody can be asked for it then. */
#ifndef CYCLETIME_KILL_H
#define CYCLETIME_KILL_H

#include "../nt/nt.h"
#include "../protocol/host_calls.h"

struct query_kill {
    struct host_kill host;
};

enum { QUERY_MOST_KILLS = 64 };

/* Before: of a process by its handle. FALSE: nothing is known of it, and nothing follows. Of this process itself what it
   used so far is kept, and FALSE as well. */
BOOLEAN query_kill_begins(HANDLE process, struct query_kill *kill);

/* The same of those in a job, MOST at most; returns of how many something is known. */
ULONG query_job_kill_begins(HANDLE job, struct query_kill *kills, ULONG most);

/* After: if it was killed, until it is gone, for some milliseconds at most; CODE is what it ends with. */
void query_kill_ends(struct query_kill *kill, BOOLEAN was_killed, ULONG code);

#endif
