/* SPDX-License-Identifier: MIT */
/* The jobs of the shared file. */
#include "unixlib/shared_file/jobs.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/clocks/linux_clock.h"

#include <unistd.h>

enum { DEPTH = 16, STALE_AFTER = 600000000 }; /* 100 ns */

static uint32_t place_of(uint64_t job)
{
    return (uint32_t)(job % SHARED_JOBS);
}

/* The slot number of the job's ended totals and of its lock. */
static uint32_t slot_of(uint64_t job)
{
    return SHARED_SLOTS + place_of(job);
}

static struct process_identity bearer_of(uint64_t job)
{
    return (struct process_identity){ 1, job, 0 };
}

static bool is_whole_job(const struct shared_job *job)
{
    return job->number && job->sum == words_sum(job, offsetof(struct shared_job, sum));
}

/* Returns false if the slot holds no job, or one that was not written whole. */
static bool read_job(const struct shared_file *file, uint32_t place, struct shared_job *job)
{
    return shared_file_read(file, SHARED_FILE_AT(jobs[place]), job, sizeof *job) && is_whole_job(job);
}

/* The periods stay: they are written by themselves. */
static bool write_job(const struct shared_file *file, struct shared_job *job)
{
    job->written = linux_date();
    job->sum = words_sum(job, offsetof(struct shared_job, sum));
    return shared_file_write(file, SHARED_FILE_AT(jobs[place_of(job->number)]), job, offsetof(struct shared_job, periods));
}

bool job_find(const struct shared_file *file, uint64_t number, struct shared_job *job)
{
    return read_job(file, place_of(number), job) && job->number == number;
}

static uint64_t period_sum(uint64_t job, const struct shared_job_period *period)
{
    return words_sum_after(job, period, offsetof(struct shared_job_period, sum));
}

/* Zeros: the first period has not ended. The periods of an earlier job in the same slot do not count. */
static struct shared_job_period read_period(const struct shared_job *job)
{
    struct shared_job_period found = { .sequence = 0 };
    int i;

    for (i = 0; i < 2; i++)
        if (job->periods[i].sum == period_sum(job->number, &job->periods[i]) && job->periods[i].sequence > found.sequence)
            found = job->periods[i];
    return found;
}

struct cpu_times job_period(const struct shared_job *job)
{
    return read_period(job).before;
}

bool job_period_begin(const struct shared_file *file, const struct shared_job *job, struct cpu_times before)
{
    struct shared_job_period period = { read_period(job).sequence + 1, before, 0 };

    period.sum = period_sum(job->number, &period);
    return shared_file_write(file, SHARED_FILE_AT(jobs[place_of(job->number)].periods[period.sequence % 2]), &period,
                             sizeof period);
}

static uint64_t find_job_around(const struct shared_file *file, uint64_t number)
{
    struct shared_job job;

    return job_find(file, number, &job) ? job.around : 0;
}

bool job_is_within(const struct shared_file *file, uint64_t job, uint64_t outer)
{
    int i;

    for (i = 0; job && i < DEPTH; i++, job = find_job_around(file, job))
        if (job == outer) return true;
    return false;
}

/* Returns an empty slot of a set, else the one that was written the longest ago. */
static uint32_t choose_place(const struct shared_file *file, uint32_t first)
{
    uint64_t written[SHARED_SET_SLOTS];
    struct shared_job job;
    uint32_t i;

    for (i = 0; i < SHARED_SET_SLOTS; i++) written[i] = read_job(file, first + i, &job) ? job.written : 0;
    return first + find_oldest_slot(written, 0);
}

/* Returns the date in microseconds, or a later one, which no other call in this process returns. */
static uint64_t take_date(void)
{
    static uint64_t last;
    uint64_t before = __atomic_load_n(&last, __ATOMIC_RELAXED), date = linux_date() / 10, next;

    do next = date > before ? date : before + 1;
    while (!__atomic_compare_exchange_n(&last, &before, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return next;
}

/* A number is the date in microseconds, then the slot, so it is unique on one machine until its clock is set back. Two
   threads or processes that number jobs at once choose from different sets of slots. */
uint64_t job_begin(const struct shared_file *file)
{
    const uint64_t date = take_date();
    const uint32_t place = choose_place(file, ((uint32_t)getpid() ^ (uint32_t)date) * SHARED_SET_SLOTS % SHARED_JOBS);
    struct shared_job job = { .number = (date << 12 & ~(uint64_t)(SHARED_JOBS - 1)) | place };

    shared_file_reserve(file, SHARED_FILE_AT(ended_totals[slot_of(job.number)]), 2 * sizeof(struct ended_totals));
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

/* A job that is in use gets a new date, so that it keeps its slot. */
void job_report(const struct shared_file *file, uint64_t job, struct ended_sum part)
{
    struct shared_job here;
    int i;

    for (i = 0; job && i < DEPTH; i++, job = here.around) {
        ended_totals_add(file, slot_of(job), bearer_of(job), part);
        if (!job_find(file, job, &here)) return;
        if (here.written + STALE_AFTER < linux_date()) write_job(file, &here);
    }
}

struct ended_sum job_read(const struct shared_file *file, uint64_t job)
{
    return ended_totals_read(file, slot_of(job), bearer_of(job)).total;
}
