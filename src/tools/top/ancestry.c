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

/* Puts information about each process of the sample into NOW: what BEFORE has of it, or new information. FALSE: no
   memory, and the new information is discarded. */
static bool collect_infos(const struct ancestry *before, const struct sample *sample, struct ancestry *now)
{
    struct process_info *info;
    const struct task *task;
    size_t i;

    now->count = 0;
    now->known = malloc((sample->task_count + 1) * sizeof(struct process_info *));
    if (!now->known) return false;
    for (i = 0; i < sample->task_count; i++) {
        task = &sample->tasks[i];
        if (task->thread) continue;
        info = find_info(before, task->process);
        if (info && info->created == task->created) info->samples_new -= info->samples_new > 0;
        else {
            info = calloc(1, sizeof *info);
            if (!info) break;
            info->created = task->created;
            info->process = task->process;
            info->parent = query_process_parent(task->process, task->created);
            info->job = JOB_UNKNOWN;
            info->samples_new = NEW_SAMPLES;
        }
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

/* A child may precede its parent in the list, so this repeats until a pass finds no further process. A parent that has
   ended since the last sample is found in BEFORE. */
static void follow_descendants(const struct ancestry *before, struct ancestry *now)
{
    const struct process_info *parent;
    bool more = now->followed;
    struct process_info *info;
    size_t i;

    while (more) {
        more = false;
        for (i = 0; i < now->count; i++) {
            info = now->known[i];
            if (info->is_followed || info->samples_new != NEW_SAMPLES) continue;
            parent = info->above ? info->above : parent_in(before, info);
            info->is_followed = (info->process == now->followed && !before->known) || (parent && parent->is_followed);
            more |= info->is_followed;
        }
    }
}

/* Returns the number of the job JOBS[INDEX]: the number that a process before INDEX got in this job; otherwise the number
   that a member had in the last sample, if no other job has it now; otherwise a new number. */
static int32_t number_job(struct ancestry *ancestry, const uint64_t *jobs, size_t index)
{
    int32_t number;
    size_t i, given;

    for (i = 0; i < index; i++)
        if (jobs[i] == jobs[index]) return ancestry->known[i]->job_now;
    for (; i < ancestry->count; i++) {
        number = ancestry->known[i]->job;
        if (jobs[i] != jobs[index] || number <= JOB_NONE) continue;
        for (given = 0; given < index && ancestry->known[given]->job_now != number; given++) continue;
        if (given == index) return number;
    }
    return ++ancestry->last_job;
}

/* A process that is in none of the jobs that were found may be in a job to which no process has a handle. A process is put
   into such a job soon after it began, or never: so an old process is not asked again. */
static bool find_jobs(struct ancestry *ancestry)
{
    bool is_due = ancestry->samples++ % ANCESTRY_TURNS == 0;
    struct process_info *info;
    uint32_t *processes;
    uint64_t *jobs;
    size_t i;

    for (i = 0; i < ancestry->count; i++) is_due |= ancestry->known[i]->samples_new > 0;
    if (!is_due) return true;
    jobs = calloc(ancestry->count + 1, sizeof *jobs + sizeof *processes);
    if (!jobs) return false;
    processes = (uint32_t *)(jobs + ancestry->count);
    for (i = 0; i < ancestry->count; i++) processes[i] = ancestry->known[i]->process;
    query_process_jobs(processes, ancestry->count, jobs);
    for (i = 0; i < ancestry->count; i++)
        ancestry->known[i]->job_now = jobs[i] ? number_job(ancestry, jobs, i) : JOB_UNKNOWN;
    for (i = 0; i < ancestry->count; i++) {
        info = ancestry->known[i];
        if (jobs[i]) info->job = info->job_now;
        else if (info->samples_new || info->job > JOB_NONE)
            info->job = process_has_no_job(info->process, info->created) ? JOB_NONE : JOB_UNKNOWN;
    }
    free(jobs);
    return true;
}

bool ancestry_attach(struct ancestry *ancestry, struct sample *sample)
{
    struct ancestry now = *ancestry;
    struct task *process, *task;
    size_t i;

    if (!collect_infos(ancestry, sample, &now)) return false;
    for (i = 0; i < now.count; i++) now.known[i]->above = parent_in(&now, now.known[i]);
    follow_descendants(ancestry, &now);
    for (i = 0; i < ancestry->count; i++)
        if (find_info(&now, ancestry->known[i]->process) != ancestry->known[i]) discard_info(ancestry->known[i]);
    free(ancestry->known);
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
