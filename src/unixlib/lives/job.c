/* SPDX-License-Identifier: MIT */
#include "job.h"
#include "checksum.h"
#include "../clocks/linux_clock.h"

#include <string.h>
#include <unistd.h>

enum { DEPTH = 16, MEMBERS = 256, FRESH = 600000000 }; /* 100 ns */

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

static uint64_t membership_sum(const struct membership *membership)
{
    return words_sum(membership, offsetof(struct membership, sum));
}

static bool is_of(const struct membership *membership, struct record_process process)
{
    return membership->id == process.id && membership->created == process.created && membership->prefix == process.prefix
           && membership->sum == membership_sum(membership);
}

static bool is_needed(const struct record_file *file, const struct membership *membership)
{
    const struct record_process process = { membership->id, membership->created, membership->prefix };
    struct entry entry;

    return membership->since && entry_find(file, process, &entry) && !(entry.figures.flags & FIGURES_ENDED);
}

/* Reads the slots that PROCESS may use into PLACES. True: the membership of PROCESS is in the slot *PLACE. */
static bool find_membership(const struct record_file *file, struct record_process process,
                            struct membership places[RECORD_PLACES], uint32_t *place)
{
    memset(places, 0, RECORD_PLACES * sizeof *places);
    record_file_read(file, RECORD_AT(memberships[first_place(process.prefix, process.id)]), places,
                     RECORD_PLACES * sizeof *places);
    for (*place = 0; *place < RECORD_PLACES; ++*place)
        if (is_of(&places[*place], process)) return true;
    return false;
}

static bool membership_find(const struct record_file *file, struct record_process process, struct membership *membership)
{
    struct membership places[RECORD_PLACES];
    uint32_t place;

    if (!find_membership(file, process, places, &place)) return false;
    *membership = places[place];
    return true;
}

struct membership membership_of(const struct record *record, const struct record_file *file, struct record_process process)
{
    struct membership found = { .job = 0 };

    while (file && !membership_find(file, process, &found)) file = files_before(record, file);
    return found;
}

/* Writes MEMBERSHIP into the slot that its process has, else into an empty one, else the oldest one whose process has
   ended, else the first. */
static bool put_membership(const struct record_file *file, struct membership *membership)
{
    const struct record_process process = { membership->id, membership->created, membership->prefix };
    struct membership places[RECORD_PLACES];
    uint64_t dates[RECORD_PLACES];
    uint32_t place, i;

    if (!find_membership(file, process, places, &place)) {
        for (i = 0; i < RECORD_PLACES; i++) dates[i] = is_needed(file, &places[i]) ? UINT64_MAX : places[i].since;
        place = oldest_place(dates, 0);
    }
    membership->sum = membership_sum(membership);
    return record_file_write(file, RECORD_AT(memberships[first_place(process.prefix, process.id) + place]), membership,
                             sizeof *membership);
}

bool membership_set_job(const struct record_file *file, struct record_process process, uint64_t job)
{
    struct membership membership = { .id = process.id, .created = process.created, .prefix = process.prefix };

    membership_find(file, process, &membership);
    membership.job = job;
    membership.since = linux_date();
    return put_membership(file, &membership);
}

bool membership_set_code(const struct record_file *file, struct record_process process, uint32_t code)
{
    struct membership membership = { process.prefix, process.created, .id = process.id, .since = linux_date() };

    membership_find(file, process, &membership);
    membership.flags |= MEMBERSHIP_HAS_CODE;
    membership.code = code;
    return put_membership(file, &membership);
}

/* A child does not inherit a job that its parent was put into after the child's creation. */
void membership_inherit(const struct record_file *file, struct record_process process, uint32_t parent)
{
    struct membership membership;
    struct entry entry;

    if (membership_find(file, process, &membership) || !parent) return;
    if (!entry_find_last(file, (struct record_process){ parent, process.created, process.prefix }, &entry)) return;
    if (!membership_find(file, entry_process(&entry), &membership) || membership.since > process.created) return;
    membership =
        (struct membership){ process.prefix, process.created, membership.job, process.created, process.id, .flags = 0 };
    put_membership(file, &membership);
}

void membership_move(const struct record_file *from, const struct record_file *to, struct record_process process)
{
    struct membership membership, there;

    if (membership_find(from, process, &membership) && !membership_find(to, process, &there))
        put_membership(to, &membership);
}

void job_each_member(const struct record_file *file, uint64_t job, job_tell *tell, void *context)
{
    struct membership members[MEMBERS];
    uint32_t first, i;

    for (first = 0; first < RECORD_SLOTS; first += MEMBERS) {
        if (!record_file_read(file, RECORD_AT(memberships[first]), members, sizeof members)) return;
        for (i = 0; i < MEMBERS; i++)
            if (members[i].job && members[i].sum == membership_sum(&members[i]) && job_is_within(file, members[i].job, job))
                tell(context, file, (struct record_process){ members[i].id, members[i].created, members[i].prefix });
    }
}
