/* SPDX-License-Identifier: MIT */
#include "origins.h"

#include <stdlib.h>

enum { YOUTH = 2 };

struct known {
    struct origin origin; /* the first, by which burners know it */
    uint16_t *command;
    bool has_asked;
    int youth;       /* looks for which it is new, this one included */
    int32_t job_now; /* as far as this look found out */
};

static size_t slot_of(struct known *const *slots, size_t mask, uint32_t process)
{
    size_t slot = (size_t)((process * 0x9e3779b97f4a7c15ull) >> 32) & mask;

    while (slots[slot] && slots[slot]->origin.process != process) slot = (slot + 1) & mask;
    return slot;
}

static struct known *find(const struct origins *origins, uint32_t process)
{
    return origins->slots ? origins->slots[slot_of(origins->slots, origins->mask, process)] : NULL;
}

static void discard(struct known *known)
{
    free(known->command);
    free(known);
}

static struct known *meet(const struct burner *process)
{
    struct known *known = calloc(1, sizeof *known);

    if (!known) return NULL;
    known->origin = (struct origin){ .created = process->created,
                                     .process = process->process,
                                     .parent = facts_parent(process->process, process->created),
                                     .job = JOB_UNTOLD };
    known->youth = YOUTH;
    return known;
}

/* Room for the processes of a sample, in which those that were there before are found. FALSE: no memory. */
static bool make_slots(const struct sample *sample, struct origins *next)
{
    size_t size = 16, count = 0, i;

    for (i = 0; i < sample->burner_count; i++) count += !sample->burners[i].thread;
    while (size < 2 * count) size *= 2;
    next->mask = size - 1;
    return (next->slots = calloc(size, sizeof(struct known *))) != NULL;
}

/* The one that was there before, out of its slot's hands, or a new one. */
static struct known *take(struct origins *before, const struct burner *process)
{
    struct known *known = find(before, process->process);

    if (!known || known->origin.created != process->created) return meet(process);
    known->youth -= known->youth > 0;
    return known;
}

/* NULL: there is none, or one that is younger and so another. */
static const struct origin *parent_in(const struct origins *origins, const struct origin *child)
{
    const struct known *parent = child->parent ? find(origins, child->parent) : NULL;

    return parent && parent->origin.created <= child->created ? &parent->origin : NULL;
}

/* Its parent may have ended since the last look: then it stands in the slots of that. */
static bool is_child_of_followed(const struct origins *before, const struct origins *now, const struct origin *child)
{
    const struct origin *parent = parent_in(now, child);

    if (!parent) parent = parent_in(before, child);
    return parent && parent->is_followed;
}

/* A child may be listed before its parent, so it is gone over until nothing more is found. */
static void follow(const struct origins *before, struct origins *now)
{
    struct origin *origin;
    bool more = now->followed;
    size_t i;

    while (more) {
        more = false;
        for (i = 0; i <= now->mask; i++) {
            if (!now->slots[i] || (origin = &now->slots[i]->origin)->is_followed || now->slots[i]->youth != YOUTH) continue;
            origin->is_followed =
                (origin->process == now->followed && !before->slots) || is_child_of_followed(before, now, origin);
            more |= origin->is_followed;
        }
    }
}

/* Those that are gone. The new slots hold the others. */
static void drop_slots(struct origins *before, const struct origins *now)
{
    size_t i;

    for (i = 0; before->slots && i <= before->mask; i++)
        if (before->slots[i] && find(now, before->slots[i]->origin.process) != before->slots[i]) discard(before->slots[i]);
    free(before->slots);
    before->slots = NULL;
}

/* One that somebody in it had before, if no other job of this look has it. */
static int32_t number_of(struct origins *origins, const struct job *job, const int32_t *given, size_t given_count)
{
    const struct known *known;
    size_t i, at;

    for (i = 0; i < job->count; i++) {
        known = find(origins, origins->jobs.members[job->first + i]);
        if (!known || known->job_now != JOB_UNTOLD || known->origin.job <= JOB_NONE) continue;
        for (at = 0; at < given_count && given[at] != known->origin.job; at++) continue;
        if (at == given_count) return known->origin.job;
    }
    return ++origins->last_job;
}

static bool has_open_member(const struct origins *origins, const struct job *job)
{
    const struct known *known;
    size_t i;

    for (i = 0; i < job->count; i++) {
        known = find(origins, origins->jobs.members[job->first + i]);
        if (known && known->job_now == JOB_UNTOLD) return true;
    }
    return false;
}

/* The innermost comes first, and the same job by another handle has no open member any more. */
static void number_jobs(struct origins *origins, int32_t *given)
{
    const struct job *job;
    struct known *known;
    size_t count = 0, i;

    for (job = origins->jobs.job; job < origins->jobs.job + origins->jobs.count; job++) {
        if (!has_open_member(origins, job)) continue;
        given[count] = number_of(origins, job, given, count);
        for (i = 0; i < job->count; i++) {
            known = find(origins, origins->jobs.members[job->first + i]);
            if (known && known->job_now == JOB_UNTOLD) known->job_now = given[count];
        }
        count++;
    }
}

/* None of the jobs that were told of has it. It may be in another, which is then not told. Into one that nobody has a
   handle of it comes soon, or never: so it is not asked for that again. */
static void ask_membership(struct known *known)
{
    struct origin *origin = &known->origin;

    if (!known->youth && origin->job <= JOB_NONE) return;
    origin->job = facts_membership(origin->process, origin->created) == MEMBERSHIP_NONE ? JOB_NONE : JOB_UNTOLD;
}

static bool has_young(const struct origins *origins)
{
    size_t i;

    for (i = 0; i <= origins->mask; i++)
        if (origins->slots[i] && origins->slots[i]->youth) return true;
    return false;
}

static bool look_for_jobs(struct origins *origins)
{
    uint32_t *processes = malloc((origins->mask + 1) * sizeof *processes);
    size_t count = 0, i;

    if (!processes) return false;
    for (i = 0; i <= origins->mask; i++)
        if (origins->slots[i]) processes[count++] = origins->slots[i]->origin.process;
    jobs_empty(&origins->jobs);
    facts_jobs(&origins->jobs, processes, count);
    jobs_sort(&origins->jobs);
    free(processes);
    return true;
}

static bool find_jobs(struct origins *origins)
{
    const bool is_turn = origins->looks++ % ORIGINS_TURNS == 0;
    struct known *known;
    int32_t *given;
    size_t i;

    if (!is_turn && !has_young(origins)) return true;
    if (!look_for_jobs(origins)) return false;
    if (!(given = malloc((origins->jobs.count + 1) * sizeof *given))) return false;
    for (i = 0; i <= origins->mask; i++)
        if (origins->slots[i]) origins->slots[i]->job_now = JOB_UNTOLD;
    number_jobs(origins, given);
    free(given);
    for (i = 0; i <= origins->mask; i++) {
        if (!(known = origins->slots[i])) continue;
        if (known->job_now != JOB_UNTOLD) known->origin.job = known->job_now;
        else ask_membership(known);
    }
    return true;
}

/* Each process of the sample has its place in NEXT. FALSE: no memory, and only what is new stands there. */
static bool fill_slots(struct origins *before, const struct sample *sample, struct origins *next)
{
    struct known *known;
    size_t i;

    for (i = 0; i < sample->burner_count; i++) {
        if (sample->burners[i].thread) continue;
        if (!(known = take(before, &sample->burners[i]))) return false;
        next->slots[slot_of(next->slots, next->mask, known->origin.process)] = known;
    }
    return true;
}

static void drop_new(struct origins *next)
{
    size_t i;

    for (i = 0; i <= next->mask; i++)
        if (next->slots[i] && next->slots[i]->youth == YOUTH) discard(next->slots[i]);
    free(next->slots);
}

bool origins_attach(struct origins *origins, struct sample *sample)
{
    struct origins next = *origins;
    size_t i;

    if (!make_slots(sample, &next)) return false;
    if (!fill_slots(origins, sample, &next)) {
        drop_new(&next);
        return false;
    }
    follow(origins, &next);
    drop_slots(origins, &next);
    *origins = next;
    for (i = 0; i < sample->burner_count; i++)
        sample->burners[i].origin = &find(origins, sample->burners[i].process)->origin;
    return find_jobs(origins);
}

void origins_ask_commands(struct origins *origins)
{
    struct known *known;
    size_t i;

    for (i = 0; origins->slots && i <= origins->mask; i++) {
        if (!(known = origins->slots[i]) || known->has_asked) continue;
        known->has_asked = true;
        known->command = facts_command(known->origin.process, known->origin.created, &known->origin.command_length);
        known->origin.command = known->command;
        if (!known->command) known->origin.command_length = 0;
    }
}

bool origins_has_followed(const struct origins *origins)
{
    size_t i;

    for (i = 0; origins->slots && i <= origins->mask; i++)
        if (origins->slots[i] && origins->slots[i]->origin.is_followed) return true;
    return false;
}

void origins_free(struct origins *origins)
{
    size_t i;

    for (i = 0; origins->slots && i <= origins->mask; i++)
        if (origins->slots[i]) discard(origins->slots[i]);
    free(origins->slots);
    jobs_free(&origins->jobs);
    *origins = (struct origins){ 0 };
}
