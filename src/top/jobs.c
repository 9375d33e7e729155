/* SPDX-License-Identifier: MIT */
#include "facts.h"

#include <stdlib.h>

void jobs_empty(struct jobs *jobs)
{
    jobs->count = jobs->member_count = 0;
}

void jobs_free(struct jobs *jobs)
{
    free(jobs->job);
    free(jobs->members);
    *jobs = (struct jobs){ 0 };
}

static bool make_room(struct jobs *jobs, size_t more)
{
    const size_t members = 2 * jobs->member_room + more, count = 2 * jobs->room + 16;
    void *larger;

    if (jobs->member_count + more > jobs->member_room) {
        if (!(larger = realloc(jobs->members, members * sizeof *jobs->members))) return false;
        jobs->members = larger;
        jobs->member_room = members;
    }
    if (jobs->count < jobs->room) return true;
    if (!(larger = realloc(jobs->job, count * sizeof *jobs->job))) return false;
    jobs->job = larger;
    jobs->room = count;
    return true;
}

bool jobs_add(struct jobs *jobs, const uintptr_t *ids, size_t count)
{
    size_t i;

    if (!make_room(jobs, count)) return false;
    jobs->job[jobs->count++] = (struct job){ jobs->member_count, count };
    for (i = 0; i < count; i++) jobs->members[jobs->member_count++] = (uint32_t)ids[i];
    return true;
}

static int by_size(const void *left, const void *right)
{
    const struct job *a = left, *b = right;

    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

void jobs_sort(struct jobs *jobs)
{
    if (jobs->count) qsort(jobs->job, jobs->count, sizeof *jobs->job, by_size);
}
