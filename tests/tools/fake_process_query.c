/* SPDX-License-Identifier: MIT */
#include "fake_process_query.h"

#include <stdlib.h>
#include <string.h>

struct fake_system fake_system;

void add_fake_process(uint32_t process, uint32_t parent, const wchar_t *command)
{
    if (fake_system.process_count == FAKE_PROCESSES) abort();
    fake_system.process[fake_system.process_count].process = process;
    fake_system.process[fake_system.process_count].parent = parent;
    fake_system.process[fake_system.process_count++].command = command;
}

void fake_job(const uint32_t *ids)
{
    size_t count;

    if (fake_system.job_count == FAKE_PROCESSES) abort();
    for (count = 0; ids[count]; count++) fake_system.job[fake_system.job_count].ids[count] = ids[count];
    fake_system.job[fake_system.job_count++].count = count;
}

/* The last that was set of an id. */
static size_t find(uint32_t process)
{
    size_t i = fake_system.process_count;

    while (i && fake_system.process[i - 1].process != process) i--;
    return i;
}

uint32_t query_process_parent(uint32_t process, uint64_t created)
{
    const size_t at = find(process);

    fake_system.parents_asked++;
    return at ? fake_system.process[at - 1].parent : 0;
}

uint16_t *query_process_command(uint32_t process, uint64_t created, size_t *length)
{
    const size_t at = find(process);
    const wchar_t *command = at ? fake_system.process[at - 1].command : NULL;
    uint16_t *copy;

    fake_system.commands_asked++;
    if (!command) return NULL;
    for (*length = 0; command[*length];) ++*length;
    if (!(copy = malloc(*length * sizeof *copy))) abort();
    return memcpy(copy, command, *length * sizeof *copy);
}

bool process_has_no_job(uint32_t process, uint64_t created)
{
    const size_t at = find(process);

    fake_system.memberships_asked++;
    return at && !fake_system.process[at - 1].has_job;
}

/* A job's number here is its place in the list, from 1 on; the smallest counts. */
void query_process_jobs(const uint32_t *processes, size_t count, uint64_t *jobs)
{
    size_t i, job, at;

    fake_system.jobs_asked++;
    for (i = 0; i < count; i++) {
        jobs[i] = 0;
        for (job = 0; job < fake_system.job_count; job++)
            for (at = 0; at < fake_system.job[job].count; at++)
                if (fake_system.job[job].ids[at] == processes[i]
                    && (!jobs[i] || fake_system.job[job].count < fake_system.job[jobs[i] - 1].count))
                    jobs[i] = job + 1;
    }
}
