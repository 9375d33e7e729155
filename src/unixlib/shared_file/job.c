/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/job.h"
#include "unixlib/shared_file/checksum.h"
#include "unixlib/clocks/linux_clock.h"

#include <unistd.h>

enum { DEPTH = 16, FRESH = 600000000 }; /* 100 ns */

static uint32_t place_of(uint64_t job)
{
    return (uint32_t)(job % RECORD_JOBS);
}

/* The slot number of the job's account and of its lock. */
static uint32_t slot_of(uint64_t job)
{
    return RECORD_SLOTS + place_of(job);
}

static struct record_process bearer_of(uint64_t job)
{
    return (struct record_process){ 1, job, 0 };
}

/* Returns false if the slot holds no job, or one that was not written whole. */
static bool read_job(const struct record_file *file, uint32_t place, struct record_job *job)
{
    return record_file_read(file, RECORD_AT(jobs[place]), job, sizeof *job) && job->number
           && job->sum == words_sum(job, offsetof(struct record_job, sum));
}

/* The periods stay: they are written by themselves. */
static bool write_job(const struct record_file *file, uint64_t number, uint64_t around)
{
    struct record_job job = { .number = number, .around = around, .written = linux_date() };

    job.sum = words_sum(&job, offsetof(struct record_job, sum));
    return record_file_write(file, RECORD_AT(jobs[place_of(number)]), &job, offsetof(struct record_job, periods));
}

bool job_find(const struct record_file *file, uint64_t number, struct record_job *job)
{
    return read_job(file, place_of(number), job) && job->number == number;
}

static uint64_t period_sum(uint64_t job, const struct record_period *period)
{
    return words_sum_after(job, period, offsetof(struct record_period, sum));
}

/* Zeros: the first period has not ended. The periods of an earlier job in the same slot do not count. */
static struct record_period read_period(const struct record_job *job)
{
    struct record_period found = { .sequence = 0 };
    int i;

    for (i = 0; i < 2; i++)
        if (job->periods[i].sum == period_sum(job->number, &job->periods[i]) && job->periods[i].sequence > found.sequence)
            found = job->periods[i];
    return found;
}

struct record_times job_period(const struct record_job *job)
{
    return read_period(job).before;
}

bool job_period_begin(const struct record_file *file, const struct record_job *job, struct record_times before)
{
    struct record_period period = { read_period(job).sequence + 1, before, 0 };

    period.sum = period_sum(job->number, &period);
    return record_file_write(file, RECORD_AT(jobs[place_of(job->number)].periods[period.sequence % 2]), &period,
                             sizeof period);
}

static uint64_t around(const struct record_file *file, uint64_t number)
{
    struct record_job job;

    return job_find(file, number, &job) ? job.around : 0;
}

bool job_is_within(const struct record_file *file, uint64_t job, uint64_t outer)
{
    int i;

    for (i = 0; job && i < DEPTH; i++, job = around(file, job))
        if (job == outer) return true;
    return false;
}

/* Returns an empty slot of a set, else the one that was written the longest ago. */
static uint32_t choose_place(const struct record_file *file, uint32_t first)
{
    uint64_t written[RECORD_PLACES];
    struct record_job job;
    uint32_t i;

    for (i = 0; i < RECORD_PLACES; i++) written[i] = read_job(file, first + i, &job) ? job.written : 0;
    return first + oldest_place(written, 0);
}

/* A number is the date in microseconds, then the slot, so it is unique on one machine until its clock is set back. Two
   processes that number jobs at once choose from different sets of slots. */
uint64_t job_begin(const struct record_file *file)
{
    const uint64_t date = linux_date() / 10;
    const uint32_t place = choose_place(file, ((uint32_t)getpid() ^ (uint32_t)date) * RECORD_PLACES % RECORD_JOBS);
    const uint64_t number = (date << 12 & ~(uint64_t)(RECORD_JOBS - 1)) | place;

    return write_job(file, number, 0) ? number : 0;
}

void job_nest(const struct record_file *file, uint64_t job, uint64_t outer)
{
    if (outer && !job_is_within(file, outer, job) && !around(file, job)) write_job(file, job, outer);
}

/* A job that is in use gets a new date, so that it keeps its slot. */
void job_report(const struct record_file *file, uint64_t job, struct account_sum part)
{
    struct record_job here;
    int i;

    for (i = 0; job && i < DEPTH; i++, job = here.around) {
        account_add(file, slot_of(job), bearer_of(job), part);
        if (!job_find(file, job, &here)) return;
        if (here.written + FRESH < linux_date()) write_job(file, job, here.around);
    }
}

struct account_sum job_read(const struct record_file *file, uint64_t job)
{
    return account_read(file, slot_of(job), bearer_of(job)).total;
}
