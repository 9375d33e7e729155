/* SPDX-License-Identifier: MIT */
/* Which process started which, so that rows can be drawn as a tree. */
#include "tools/top/samples.h"

#include <stdlib.h>

enum { NEW_SAMPLES = 2 };

static struct process_info *find_info(const struct ancestry *ancestry, uint32_t process)
{
    size_t i;

    for (i = 0; i < ancestry->count; i++)
        if (ancestry->known[i]->process == process) return ancestry->known[i];
    return NULL;
}

static void discard_info(struct process_info *info)
{
    free((uint16_t *)info->command);
    free(info);
}

static struct process_info *create_info(const struct task *process)
{
    struct process_info *info = calloc(1, sizeof *info);

    if (!info) return NULL;
    *info = (struct process_info){ .created = process->created,
                                   .process = process->process,
                                   .parent = query_process_parent(process->process, process->created),
                                   .job = JOB_UNKNOWN,
                                   .samples_new = NEW_SAMPLES };
    return info;
}

/* Returns the information about the process that is known already, or new information. */
static struct process_info *take_info(const struct ancestry *before, const struct task *process)
{
    struct process_info *info = find_info(before, process->process);

    if (!info || info->created != process->created) return create_info(process);
    info->samples_new -= info->samples_new > 0;
    return info;
}

/* Puts information about each process of the sample into NOW. FALSE: no memory, and the new information is discarded. */
static bool take_all(const struct ancestry *before, const struct sample *sample, struct ancestry *now)
{
    struct process_info *info;
    size_t i;

    now->count = 0;
    if (!(now->known = malloc((sample->task_count + 1) * sizeof(struct process_info *)))) return false;
    for (i = 0; i < sample->task_count; i++) {
        if (sample->tasks[i].thread) continue;
        if (!(info = take_info(before, &sample->tasks[i]))) break;
        info->place = i;
        now->known[now->count++] = info;
    }
    if (i == sample->task_count) return true;
    for (i = 0; i < now->count; i++)
        if (now->known[i]->samples_new == NEW_SAMPLES) discard_info(now->known[i]);
    free(now->known);
    return false;
}

/* Returns the parent; NULL: it is gone. Ids are reused, so a process with the parent's id that is younger than the child is
   not the parent. If two are of the same age, the one with the lower id is taken for the parent, so that no process is
   above itself. */
static const struct process_info *parent_in(const struct ancestry *ancestry, const struct process_info *child)
{
    const struct process_info *parent = child->parent ? find_info(ancestry, child->parent) : NULL;

    if (!parent || parent->created > child->created) return NULL;
    return parent->created < child->created || parent->process < child->process ? parent : NULL;
}

/* A parent that has ended since the last sample is found in BEFORE. */
static bool is_to_follow(const struct ancestry *before, const struct ancestry *now, const struct process_info *info)
{
    const struct process_info *parent = info->above ? info->above : parent_in(before, info);

    return (info->process == now->followed && !before->known) || (parent && parent->is_followed);
}

/* A child may precede its parent in the list, so this repeats until a pass finds no further process. */
static void follow_descendants(const struct ancestry *before, struct ancestry *now)
{
    bool more = now->followed;
    struct process_info *info;
    size_t i;

    while (more) {
        more = false;
        for (i = 0; i < now->count; i++) {
            info = now->known[i];
            if (info->is_followed || info->samples_new != NEW_SAMPLES) continue;
            more |= info->is_followed = is_to_follow(before, now, info);
        }
    }
}

static void drop_ended(struct ancestry *before, const struct ancestry *now)
{
    size_t i;

    for (i = 0; i < before->count; i++)
        if (find_info(now, before->known[i]->process) != before->known[i]) discard_info(before->known[i]);
    free(before->known);
}

static bool is_given(const struct ancestry *ancestry, size_t count, int32_t number)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (ancestry->known[i]->job_now == number) return true;
    return false;
}

/* Returns the number of the job JOBS[INDEX]: the one that a process before INDEX got in this job; else the one that a
   member had in the last sample, if no other job has it now; else a new one. */
static int32_t number_of(struct ancestry *ancestry, const uint64_t *jobs, size_t index)
{
    int32_t number;
    size_t i;

    for (i = 0; i < index; i++)
        if (jobs[i] == jobs[index]) return ancestry->known[i]->job_now;
    for (; i < ancestry->count; i++) {
        number = ancestry->known[i]->job;
        if (jobs[i] == jobs[index] && number > JOB_NONE && !is_given(ancestry, index, number)) return number;
    }
    return ++ancestry->last_job;
}

/* A process that is in none of the jobs that were found may be in a job to which no process has a handle. A process is put
   into such a job soon after it began, or never: so an old process is not asked again. */
static void ask_membership(struct process_info *info)
{
    if (!info->samples_new && info->job <= JOB_NONE) return;
    info->job = process_has_no_job(info->process, info->created) ? JOB_NONE : JOB_UNKNOWN;
}

static bool has_young(const struct ancestry *ancestry)
{
    size_t i;

    for (i = 0; i < ancestry->count; i++)
        if (ancestry->known[i]->samples_new) return true;
    return false;
}

static void number_jobs(struct ancestry *ancestry, uint32_t *processes, uint64_t *jobs)
{
    struct process_info *info;
    size_t i;

    for (i = 0; i < ancestry->count; i++) processes[i] = ancestry->known[i]->process;
    query_process_jobs(processes, ancestry->count, jobs);
    for (i = 0; i < ancestry->count; i++)
        ancestry->known[i]->job_now = jobs[i] ? number_of(ancestry, jobs, i) : JOB_UNKNOWN;
    for (i = 0; i < ancestry->count; i++) {
        info = ancestry->known[i];
        if (jobs[i]) info->job = info->job_now;
        else ask_membership(info);
    }
}

static bool find_jobs(struct ancestry *ancestry)
{
    const bool is_turn = ancestry->samples++ % ANCESTRY_TURNS == 0;
    uint32_t *processes;
    uint64_t *jobs;

    if (!is_turn && !has_young(ancestry)) return true;
    if (!(jobs = calloc(ancestry->count + 1, sizeof *jobs + sizeof *processes))) return false;
    processes = (uint32_t *)(jobs + ancestry->count);
    number_jobs(ancestry, processes, jobs);
    free(jobs);
    return true;
}

bool ancestry_attach(struct ancestry *ancestry, struct sample *sample)
{
    struct ancestry now = *ancestry;
    struct task *process, *task;
    size_t i;

    if (!take_all(ancestry, sample, &now)) return false;
    for (i = 0; i < now.count; i++) now.known[i]->above = parent_in(&now, now.known[i]);
    follow_descendants(ancestry, &now);
    drop_ended(ancestry, &now);
    *ancestry = now;
    for (i = 0; i < now.count; i++) {
        process = sample->tasks + now.known[i]->place;
        for (task = process; task <= process + process->threads; task++) task->info = now.known[i];
    }
    return find_jobs(ancestry);
}

void ancestry_query_commands(struct ancestry *ancestry)
{
    struct process_info *info;
    size_t i;

    for (i = 0; i < ancestry->count; i++) {
        info = ancestry->known[i];
        if (info->has_asked) continue;
        info->has_asked = true;
        info->command = query_process_command(info->process, info->created, &info->command_length);
        if (!info->command) info->command_length = 0;
    }
}

bool ancestry_has_followed(const struct ancestry *ancestry)
{
    size_t i;

    for (i = 0; i < ancestry->count; i++)
        if (ancestry->known[i]->is_followed) return true;
    return false;
}

void ancestry_free(struct ancestry *ancestry)
{
    size_t i;

    for (i = 0; i < ancestry->count; i++) discard_info(ancestry->known[i]);
    free(ancestry->known);
    *ancestry = (struct ancestry){ 0 };
}
