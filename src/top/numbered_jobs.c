/* SPDX-License-Identifier: MIT */
#include "numbered_jobs.h"
#include "../nt/unix_side.h"
#include "../source/host_jobs.h"

#include <stdlib.h>

struct numbered {
    ULONG64 job;
    uint32_t process;
};

static int by_number(const void *left, const void *right)
{
    const struct numbered *a = left, *b = right;

    if (a->job != b->job) return a->job < b->job ? -1 : 1;
    return (a->process > b->process) - (a->process < b->process);
}

/* Those of one number are one job; 0 is none. */
static bool add_runs(struct jobs *jobs, const struct numbered *numbered, size_t count, uintptr_t *ids)
{
    size_t i, members = 0;

    for (i = 0; i < count; i++) {
        if (!numbered[i].job) continue;
        ids[members++] = numbered[i].process;
        if (i + 1 < count && numbered[i + 1].job == numbered[i].job) continue;
        if (!jobs_add(jobs, ids, members)) return false;
        members = 0;
    }
    return true;
}

bool numbered_jobs(struct jobs *jobs, const uint32_t *processes, size_t count)
{
    struct numbered *numbered = malloc((count + 1) * sizeof *numbered);
    uintptr_t *ids = malloc((count + 1) * sizeof *ids);
    bool done = numbered && ids && unix_side_open() == CYCLETIME_HOST_STATE_ACTIVE;
    size_t i;

    for (i = 0; i < count && done; i++) {
        const ULONG id = processes[i];

        numbered[i] = (struct numbered){ host_job_of(&id, 1), processes[i] };
    }
    if (done) {
        qsort(numbered, count, sizeof *numbered, by_number);
        done = add_runs(jobs, numbered, count, ids);
    }
    free(numbered);
    free(ids);
    return done;
}
