/* SPDX-License-Identifier: MIT */
#include "fake_facts.h"

#include <stdlib.h>
#include <string.h>

struct fake_facts fake_facts;

void fake_fact(uint32_t process, uint32_t parent, const wchar_t *command)
{
    if (fake_facts.process_count == FAKE_FACTS) abort();
    fake_facts.process[fake_facts.process_count].process = process;
    fake_facts.process[fake_facts.process_count].parent = parent;
    fake_facts.process[fake_facts.process_count].command = command;
    fake_facts.process[fake_facts.process_count++].membership = MEMBERSHIP_NONE;
}

void fake_job(const uint32_t *ids)
{
    size_t count;

    if (fake_facts.job_count == FAKE_FACTS) abort();
    for (count = 0; ids[count]; count++) fake_facts.job[fake_facts.job_count].ids[count] = ids[count];
    fake_facts.job[fake_facts.job_count++].count = count;
}

/* The last that was set of an id. */
static size_t find(uint32_t process)
{
    size_t i = fake_facts.process_count;

    while (i && fake_facts.process[i - 1].process != process) i--;
    return i;
}

uint32_t facts_parent(uint32_t process, uint64_t created)
{
    const size_t at = find(process);

    (void)created;
    fake_facts.parents_asked++;
    return at ? fake_facts.process[at - 1].parent : 0;
}

uint16_t *facts_command(uint32_t process, uint64_t created, size_t *length)
{
    const size_t at = find(process);
    const wchar_t *command = at ? fake_facts.process[at - 1].command : NULL;
    uint16_t *copy;

    (void)created;
    fake_facts.commands_asked++;
    if (!command) return NULL;
    for (*length = 0; command[*length];) ++*length;
    if (!(copy = malloc(*length * sizeof *copy))) abort();
    return memcpy(copy, command, *length * sizeof *copy);
}

enum membership facts_membership(uint32_t process, uint64_t created)
{
    const size_t at = find(process);

    (void)created;
    fake_facts.memberships_asked++;
    return at ? fake_facts.process[at - 1].membership : MEMBERSHIP_UNTOLD;
}

bool facts_jobs(struct jobs *jobs, const uint32_t *processes, size_t count)
{
    size_t i;

    (void)processes;
    (void)count;
    fake_facts.jobs_asked++;
    for (i = 0; i < fake_facts.job_count; i++)
        if (!jobs_add(jobs, fake_facts.job[i].ids, fake_facts.job[i].count)) abort();
    return fake_facts.job_count;
}
