/* SPDX-License-Identifier: MIT */
#include "record_job.h"
#include "linux_clock.h"
#include "record.h"
#include "record_note.h"
#include "record_owner.h"
#include "record_place.h"
#include "record_present.h"
#include "record_slot.h"

#include <stddef.h>
#include <time.h>
#include <unistd.h>

enum { CANDIDATES = 16, DEPTH = 16, ATTEMPTS = 8, PATIENCE = 200, FRESH = 60 }; /* looks; s */

static uint64_t seconds(void)
{
    struct timespec time;

    return clock_gettime(CLOCK_REALTIME_COARSE, &time) ? 0 : (uint64_t)time.tv_sec;
}

static uint32_t place_of(uint64_t job)
{
    return (uint32_t)(job % RECORD_JOBS);
}

/* Of an account, and of locks. */
static uint32_t slot_of(uint64_t job)
{
    return RECORD_SLOTS + place_of(job);
}

static struct record_process bearer_of(uint64_t job)
{
    return (struct record_process){ 1, job };
}

static uint64_t job_sum(const struct record_job *job)
{
    return words_sum(job, offsetof(struct record_job, sum));
}

/* False: nobody's, or torn. */
static bool read_job(const struct record_file *file, uint32_t place, struct record_job *job)
{
    return record_file_read(file, job_at(place), job, sizeof *job) && job->number && job->sum == job_sum(job);
}

static bool write_job(const struct record_file *file, uint64_t number, uint64_t around)
{
    struct record_job job = { .number = number, .around = around, .written = seconds() };

    job.sum = job_sum(&job);
    return record_file_write(file, job_at(place_of(number)), &job, sizeof job);
}

static bool find_job(const struct record_file *file, uint64_t number, struct record_job *job)
{
    return read_job(file, place_of(number), job) && job->number == number;
}

static uint64_t around(const struct record_file *file, uint64_t number)
{
    struct record_job job;

    return find_job(file, number, &job) ? job.around : 0;
}

static bool is_within(const struct record_file *file, uint64_t job, uint64_t outer)
{
    int i;

    for (i = 0; job && i < DEPTH; i++, job = around(file, job))
        if (job == outer) return true;
    return false;
}

/* Empty, else written the longest ago. */
static uint32_t choose_place(const struct record_file *file, uint32_t first)
{
    uint32_t i, place, chosen = first;
    uint64_t least = UINT64_MAX;
    struct record_job job;

    for (i = 0; i < CANDIDATES; i++) {
        place = (first + i) % RECORD_JOBS;
        if (!read_job(file, place, &job)) return place;
        if (job.written >= least) continue;
        least = job.written;
        chosen = place;
    }
    return chosen;
}

/* Microseconds, then the place: no other number is the same, on one machine, until that has been moved back. */
uint64_t record_job_begin(struct record *record)
{
    const struct record_file *file = record_file_to_ask(record);
    const uint64_t date = linux_date() / 10;
    uint32_t first = set_of((uint32_t)getpid() * 4 ^ (uint32_t)date << 2, RECORD_JOBS), place;
    uint64_t number = 0;
    int i;

    for (i = 0; file && !number && i < ATTEMPTS; i++) {
        place = choose_place(file, (first + (uint32_t)i * CANDIDATES) % RECORD_JOBS);
        if (!record_file_lock(file, RECORD_SLOTS + place, RECORD_CLAIMED, 1)) continue;
        number = (date << 12 & ~(uint64_t)(RECORD_JOBS - 1)) | place;
        if (!write_job(file, number, 0)) number = 0;
        record_file_unlock(file, RECORD_SLOTS + place, RECORD_CLAIMED, 1);
    }
    return number;
}

void record_job_nest(struct record *record, uint64_t job, uint64_t outer)
{
    const struct record_file *file = record_file_to_ask(record);

    if (!file || !outer || is_within(file, outer, job) || around(file, job)) return;
    write_job(file, job, outer);
}

/* Jobs that are in use stay young, and so keep their places. */
static void refresh(const struct record_file *file, uint64_t number)
{
    struct record_job job;

    if (find_job(file, number, &job) && job.written + FRESH < seconds()) write_job(file, number, job.around);
}

void job_report(const struct record_file *file, uint64_t job, struct account_sum part)
{
    int i;

    for (i = 0; file && job && i < DEPTH; i++, job = around(file, job)) {
        account_add(file, slot_of(job), bearer_of(job), part);
        refresh(file, job);
    }
}

static uint64_t job_of_bearer(const struct record_file *file, const struct figures *figures)
{
    return job_of(file, (struct record_process){ figures->id, figures->created }, UINT64_MAX, figures->job);
}

/* In the newest file that knows it. */
static const struct record_file *find_living(struct record *record, uint32_t id, struct bearer *bearer)
{
    const struct record_file *file = record_file_to_ask(record);

    while (file && !record_bearer(record, file, id, UINT64_MAX, bearer)) file = file_before(record, file);
    return file;
}

/* Of those that have ended, in all files. */
static struct account_sum sum_ended(struct record *record, uint64_t job)
{
    const struct record_file *file = record_file_to_ask(record);
    struct account_sum sum, all = { .processes = 0 };

    for (; file; file = file_before(record, file)) {
        if (!account_sum(file, slot_of(job), bearer_of(job), &sum)) continue;
        all.times.user += sum.times.user;
        all.times.kernel += sum.times.kernel;
        all.processes += sum.processes;
        all.awaited += sum.awaited;
    }
    return all;
}

/* Two processes may have begun a number each for one job: then it had all of both. */
static bool may_be_both(struct record *record, uint64_t known, uint64_t other, uint32_t processes, uint32_t living)
{
    const uint32_t ended = sum_ended(record, known).processes;

    return ended && ended + sum_ended(record, other).processes + living <= processes;
}

uint64_t record_job_of(struct record *record, uint64_t known, uint32_t processes, const uint32_t *ids, uint32_t count)
{
    const struct record_file *file;
    struct bearer bearer;
    uint64_t job, other = 0;
    uint32_t i;

    for (i = 0; i < count && (known || !other); i++) {
        if (!(file = find_living(record, ids[i], &bearer))) continue;
        job = job_of_bearer(file, &bearer.figures);
        if (known && is_within(file, job, known)) return known;
        if (!other) other = job;
    }
    return !other || (known && may_be_both(record, known, other, processes, count)) ? known : other;
}

/* Their reaper is told when they are gone, as is who asks now. One that was killed itself tells nothing: once is enough. */
static void await_reaper(struct record *record, uint64_t job)
{
    static uint64_t missed; /* a job, and how many */
    const struct timespec tenth = { 0, 100000 };
    uint32_t awaited = 0;
    int tries;

    for (tries = 0; tries < PATIENCE; tries++) {
        awaited = sum_ended(record, job).awaited;
        if (!awaited || __atomic_load_n(&missed, __ATOMIC_RELAXED) == job + awaited) return;
        nanosleep(&tenth, NULL);
    }
    __atomic_store_n(&missed, job + awaited, __ATOMIC_RELAXED);
}

static void add_living(struct record *record, uint64_t job, uint32_t id, struct record_times *times)
{
    const struct record_question question = { .split = true };
    const struct record_file *file;
    struct record_answer answer;
    struct bearer bearer;

    if (!(file = find_living(record, id, &bearer))) return;
    if (!is_within(file, job_of_bearer(file, &bearer.figures), job)) return;
    if (!record_find(record, (struct record_process){ id, bearer.figures.created }, question, &answer)) return;
    if (answer.has_ended) return; /* then the account has it, or will */
    times->user += answer.times.user;
    times->kernel += answer.times.kernel;
}

/* One that ends meanwhile must be in one of both: then all once more. */
bool record_job_times(struct record *record, uint64_t job, const uint32_t *ids, uint32_t count, struct record_times *times)
{
    const struct record_file *file = record_file_to_ask(record);
    struct account_sum sum = { .processes = 0 };
    struct record_job found;
    uint32_t i;
    int tries;

    for (; file && !find_job(file, job, &found);) file = file_before(record, file);
    if (!file) return false;
    await_reaper(record, job);
    for (tries = 0; tries < ATTEMPTS; tries++) {
        sum = sum_ended(record, job);
        for (i = 0; i < count; i++) add_living(record, job, ids[i], &sum.times);
        if (sum_ended(record, job).processes == sum.processes) break;
    }
    *times = sum.times;
    return true;
}
