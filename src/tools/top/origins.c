/* SPDX-License-Identifier: MIT */
#include "tools/top/origins.h"
#include "tools/top/facts.h"

#include <stdlib.h>

enum { YOUTH = 2 };

static struct origin *find(const struct origins *origins, uint32_t process)
{
    size_t i;

    for (i = 0; i < origins->count; i++)
        if (origins->known[i]->process == process) return origins->known[i];
    return NULL;
}

static void discard(struct origin *origin)
{
    free((uint16_t *)origin->command);
    free(origin);
}

static struct origin *meet(const struct burner *process)
{
    struct origin *origin = calloc(1, sizeof *origin);

    if (!origin) return NULL;
    *origin = (struct origin){ .created = process->created,
                               .process = process->process,
                               .parent = facts_parent(process->process, process->created),
                               .job = JOB_UNKNOWN,
                               .youth = YOUTH };
    return origin;
}

/* Returns the origin of the process that is known already, or a new one. */
static struct origin *take(const struct origins *before, const struct burner *process)
{
    struct origin *origin = find(before, process->process);

    if (!origin || origin->created != process->created) return meet(process);
    origin->youth -= origin->youth > 0;
    return origin;
}

/* Puts an origin for each process of the sample into NOW. FALSE: no memory, and the new origins are discarded. */
static bool take_all(const struct origins *before, const struct sample *sample, struct origins *now)
{
    struct origin *origin;
    size_t i;

    now->count = 0;
    if (!(now->known = malloc((sample->burner_count + 1) * sizeof(struct origin *)))) return false;
    for (i = 0; i < sample->burner_count; i++) {
        if (sample->burners[i].thread) continue;
        if (!(origin = take(before, &sample->burners[i]))) break;
        origin->place = i;
        now->known[now->count++] = origin;
    }
    if (i == sample->burner_count) return true;
    for (i = 0; i < now->count; i++)
        if (now->known[i]->youth == YOUTH) discard(now->known[i]);
    free(now->known);
    return false;
}

/* Returns the parent; NULL: it is gone. Ids are reused, so a process with the parent's id that is younger than the child is
   not the parent. If two are of the same age, the one with the lower id is taken for the parent, so that no process is
   above itself. */
static const struct origin *parent_in(const struct origins *origins, const struct origin *child)
{
    const struct origin *parent = child->parent ? find(origins, child->parent) : NULL;

    if (!parent || parent->created > child->created) return NULL;
    return parent->created < child->created || parent->process < child->process ? parent : NULL;
}

/* A parent that has ended since the last sample is found in BEFORE. */
static bool is_to_follow(const struct origins *before, const struct origins *now, const struct origin *origin)
{
    const struct origin *parent = origin->above ? origin->above : parent_in(before, origin);

    return (origin->process == now->followed && !before->known) || (parent && parent->is_followed);
}

/* A child may precede its parent in the list, so this repeats until a pass finds no further process. */
static void follow(const struct origins *before, struct origins *now)
{
    bool more = now->followed;
    struct origin *origin;
    size_t i;

    while (more) {
        more = false;
        for (i = 0; i < now->count; i++) {
            origin = now->known[i];
            if (origin->is_followed || origin->youth != YOUTH) continue;
            more |= origin->is_followed = is_to_follow(before, now, origin);
        }
    }
}

static void drop_ended(struct origins *before, const struct origins *now)
{
    size_t i;

    for (i = 0; i < before->count; i++)
        if (find(now, before->known[i]->process) != before->known[i]) discard(before->known[i]);
    free(before->known);
}

static bool is_given(const struct origins *origins, size_t count, int32_t number)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (origins->known[i]->job_now == number) return true;
    return false;
}

/* Returns the number of the job JOBS[INDEX]: the one that a process before INDEX got in this job; else the one that a
   member had in the last sample, if no other job has it now; else a new one. */
static int32_t number_of(struct origins *origins, const uint64_t *jobs, size_t index)
{
    int32_t number;
    size_t i;

    for (i = 0; i < index; i++)
        if (jobs[i] == jobs[index]) return origins->known[i]->job_now;
    for (; i < origins->count; i++) {
        number = origins->known[i]->job;
        if (jobs[i] == jobs[index] && number > JOB_NONE && !is_given(origins, index, number)) return number;
    }
    return ++origins->last_job;
}

/* A process that is in none of the jobs that were found may be in a job to which no process has a handle. A process is put
   into such a job soon after it began, or never: so an old process is not asked again. */
static void ask_membership(struct origin *origin)
{
    if (!origin->youth && origin->job <= JOB_NONE) return;
    origin->job = facts_has_no_job(origin->process, origin->created) ? JOB_NONE : JOB_UNKNOWN;
}

static bool has_young(const struct origins *origins)
{
    size_t i;

    for (i = 0; i < origins->count; i++)
        if (origins->known[i]->youth) return true;
    return false;
}

static void number_jobs(struct origins *origins, uint32_t *processes, uint64_t *jobs)
{
    struct origin *origin;
    size_t i;

    for (i = 0; i < origins->count; i++) processes[i] = origins->known[i]->process;
    facts_jobs(processes, origins->count, jobs);
    for (i = 0; i < origins->count; i++) origins->known[i]->job_now = jobs[i] ? number_of(origins, jobs, i) : JOB_UNKNOWN;
    for (i = 0; i < origins->count; i++) {
        origin = origins->known[i];
        if (jobs[i]) origin->job = origin->job_now;
        else ask_membership(origin);
    }
}

static bool find_jobs(struct origins *origins)
{
    const bool is_turn = origins->samples++ % ORIGINS_TURNS == 0;
    uint32_t *processes;
    uint64_t *jobs;

    if (!is_turn && !has_young(origins)) return true;
    if (!(jobs = calloc(origins->count + 1, sizeof *jobs + sizeof *processes))) return false;
    processes = (uint32_t *)(jobs + origins->count);
    number_jobs(origins, processes, jobs);
    free(jobs);
    return true;
}

bool origins_attach(struct origins *origins, struct sample *sample)
{
    struct origins now = *origins;
    struct burner *process, *burner;
    size_t i;

    if (!take_all(origins, sample, &now)) return false;
    for (i = 0; i < now.count; i++) now.known[i]->above = parent_in(&now, now.known[i]);
    follow(origins, &now);
    drop_ended(origins, &now);
    *origins = now;
    for (i = 0; i < now.count; i++) {
        process = sample->burners + now.known[i]->place;
        for (burner = process; burner <= process + process->threads; burner++) burner->origin = now.known[i];
    }
    return find_jobs(origins);
}

void origins_ask_commands(struct origins *origins)
{
    struct origin *origin;
    size_t i;

    for (i = 0; i < origins->count; i++) {
        origin = origins->known[i];
        if (origin->has_asked) continue;
        origin->has_asked = true;
        origin->command = facts_command(origin->process, origin->created, &origin->command_length);
        if (!origin->command) origin->command_length = 0;
    }
}

bool origins_has_followed(const struct origins *origins)
{
    size_t i;

    for (i = 0; i < origins->count; i++)
        if (origins->known[i]->is_followed) return true;
    return false;
}

void origins_free(struct origins *origins)
{
    size_t i;

    for (i = 0; i < origins->count; i++) discard(origins->known[i]);
    free(origins->known);
    *origins = (struct origins){ 0 };
}
