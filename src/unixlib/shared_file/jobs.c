/* SPDX-License-Identifier: MIT */
/* The jobs of the shared file. */
#include "unixlib/shared_file/jobs.h"
#include "unixlib/clocks/linux_clock.h"
#include "protocol/ignore_result.h"

#include <unistd.h>

enum { DEPTH = 16, STALE_AFTER = 600000000 }; /* 100 ns */

static uint32_t find_job_place(uint64_t job)
{
    return (uint32_t)(job % SHARED_JOBS);
}

/* The slot number of the job's ended totals and of its lock. */
static uint32_t find_job_slot(uint64_t job)
{
    return SHARED_SLOTS + find_job_place(job);
}

static struct process_identity bearer_of(uint64_t job)
{
    return (struct process_identity){ 1, job, 0 };
}

static bool is_whole_job(const struct shared_job *job)
{
    return job->number && job->sum == words_sum(job, offsetof(struct shared_job, sum));
}

/* The periods stay: they are written by themselves. */
static bool write_job(const struct shared_file *file, struct shared_job *job)
{
    job->written = linux_date();
    job->sum = words_sum(job, offsetof(struct shared_job, sum));
    return shared_file_write(file, SHARED_FILE_AT(jobs[find_job_place(job->number)]), job,
                             offsetof(struct shared_job, periods));
}

bool job_find(const struct shared_file *file, uint64_t number, struct shared_job *job)
{
    return shared_file_read(file, SHARED_FILE_AT(jobs[find_job_place(number)]), job, sizeof *job) && is_whole_job(job)
           && job->number == number;
}

static uint64_t period_sum(uint64_t job, const struct shared_job_period *period)
{
    return words_sum_after(job, period, offsetof(struct shared_job_period, sum));
}

/* The periods of an earlier job in the same slot do not count. */
struct shared_job_period job_period(const struct shared_job *job)
{
    struct shared_job_period found = { .sequence = 0 };
    int i;

    for (i = 0; i < 2; i++)
        if (job->periods[i].sum == period_sum(job->number, &job->periods[i]) && job->periods[i].sequence > found.sequence)
            found = job->periods[i];
    return found;
}

bool job_period_begin(const struct shared_file *file, const struct shared_job *job, struct cpu_times before)
{
    struct shared_job_period period = { job_period(job).sequence + 1, before, 0 };

    period.sum = period_sum(job->number, &period);
    return shared_file_write(file, SHARED_FILE_AT(jobs[find_job_place(job->number)].periods[period.sequence % 2]), &period,
                             sizeof period);
}

bool job_is_within(const struct shared_file *file, uint64_t job, uint64_t outer)
{
    struct shared_job here;
    int i;

    for (i = 0; job && i < DEPTH; i++) {
        if (job == outer) return true;
        job = job_find(file, job, &here) ? here.around : 0;
    }
    return false;
}

/* A number is the date in microseconds, or a later one if this process has used that, and then the slot. So it is unique on
   one machine until its clock is set back. Two threads or processes that number jobs at once choose from different sets of
   slots. The slot is an empty one of its set, else the one that was written the longest ago. */
uint64_t job_begin(const struct shared_file *file)
{
    static uint64_t last;
    uint64_t before = __atomic_load_n(&last, __ATOMIC_RELAXED), now = linux_date() / 10, date, written[SHARED_SET_SLOTS];
    struct shared_job jobs[SHARED_SET_SLOTS], job = { .number = 0 };
    uint32_t first, i;
    bool is_read;

    do date = now > before ? now : before + 1;
    while (!__atomic_compare_exchange_n(&last, &before, date, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    first = ((uint32_t)getpid() ^ (uint32_t)date) * SHARED_SET_SLOTS % SHARED_JOBS;
    is_read = shared_file_read(file, SHARED_FILE_AT(jobs[first]), jobs, sizeof jobs);
    for (i = 0; i < SHARED_SET_SLOTS; i++) written[i] = is_read && is_whole_job(&jobs[i]) ? jobs[i].written : 0;
    job.number = (date << 12 & ~(uint64_t)(SHARED_JOBS - 1)) | (first + find_oldest_slot(written, 0));
    shared_file_reserve(file, SHARED_FILE_AT(ended_totals[find_job_slot(job.number)]), 2 * sizeof(struct ended_totals));
    return write_job(file, &job) ? job.number : 0;
}

void job_hold(const struct shared_file *file, uint64_t job, struct process_identity holder, uint32_t handle)
{
    struct shared_job here;

    if (!job_find(file, job, &here)) return;
    here.prefix = holder.prefix;
    here.created = holder.created;
    here.id = holder.id;
    here.handle = handle;
    write_job(file, &here);
}

void job_release(const struct shared_file *file, uint64_t job, struct process_identity holder, uint32_t handle)
{
    struct shared_job here;

    if (job_find(file, job, &here) && here.id == holder.id && here.created == holder.created && here.handle == handle)
        job_hold(file, job, holder, 0);
}

bool job_find_held(const struct shared_file *file, uint64_t prefix, uint32_t *place, struct shared_job *job)
{
    enum { MANY = 64 };
    struct shared_job jobs[MANY];

    while (*place < SHARED_JOBS) {
        if (!shared_file_read(file, SHARED_FILE_AT(jobs[*place - *place % MANY]), jobs, sizeof jobs)) return false;
        do {
            *job = jobs[(*place)++ % MANY];
            if (is_whole_job(job) && job->handle && job->prefix == prefix) return true;
        } while (*place % MANY);
    }
    return false;
}

void job_nest(const struct shared_file *file, uint64_t job, uint64_t outer)
{
    struct shared_job here;

    if (!outer || job_is_within(file, outer, job) || !job_find(file, job, &here) || here.around) return;
    here.around = outer;
    write_job(file, &here);
}

/* A job that is in use gets a new date, so that it keeps its slot. If a part cannot be added, the job's times lack it: no
   process is left that could add it later. */
void job_report(const struct shared_file *file, uint64_t job, struct ended_sum part)
{
    struct shared_job here;
    int i;

    for (i = 0; job && i < DEPTH; i++, job = here.around) {
        ignore_result(ended_totals_add(file, find_job_slot(job), bearer_of(job), part));
        if (!job_find(file, job, &here)) return;
        if (here.written + STALE_AFTER < linux_date()) write_job(file, &here);
    }
}

struct ended_sum job_read(const struct shared_file *file, uint64_t job)
{
    return ended_totals_read(file, find_job_slot(job), bearer_of(job)).total;
}
