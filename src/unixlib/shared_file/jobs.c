/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/jobs.h"
#include "unixlib/clocks/linux_clock.h"
#include "protocol/ignore_result.h"

#include <string.h>
#include <unistd.h>

enum { DEPTH = 16 };
enum { STALE_AFTER = 600000000 }; /* 100 ns */

/* The slot number of the job's ended totals and of its lock. */
static uint32_t find_job_slot(uint64_t job)
{
    return SHARED_SLOTS + (uint32_t)(job % SHARED_JOBS);
}

bool job_is_whole(const struct shared_job *job)
{
    return job->number && job->sum == SUM_AFTER(0, job);
}

bool job_find(const struct shared_file *file, uint64_t number, struct shared_job *job)
{
    return shared_file_read(file, SHARED_FILE_AT(jobs[number % SHARED_JOBS]), job, sizeof *job) && job_is_whole(job)
           && job->number == number;
}

/* The parts of an earlier job in the same slot do not count. */
struct shared_job_part job_part(const struct shared_job *job, enum shared_job_kind kind)
{
    const struct shared_job_part *copy = job->parts[kind];
    struct shared_job_part found;

    memset(&found, 0, sizeof found);
    for (; copy < job->parts[kind] + 2; copy++)
        if (copy->sum == SUM_AFTER(job->number, copy) && copy->sequence > found.sequence) found = *copy;
    return found;
}

/* Writes PART in place of the older copy. Of two processes that write the same part at once the later one's stays. */
static bool write_part(const struct shared_file *file, const struct shared_job *job, enum shared_job_kind kind,
                       struct shared_job_part *part)
{
    part->sequence++;
    part->sum = SUM_AFTER(job->number, part);
    return shared_file_write(file, SHARED_FILE_AT(jobs[job->number % SHARED_JOBS].parts[kind][part->sequence % 2]), part,
                             sizeof *part);
}

bool job_is_within(const struct shared_file *file, uint64_t job, uint64_t outer)
{
    struct shared_job here;
    int i;

    for (i = 0; job && i < DEPTH; i++) {
        if (job == outer) return true;
        job = job_find(file, job, &here) ? job_part(&here, JOB_NESTING).around : 0;
    }
    return false;
}

/* A number is the date in microseconds since 1970, or a later one if this process has used that, and then the slot. So it
   is unique on one machine until its clock is set back; the date's 52 bits last until 2112. Two threads or processes that
   number jobs at once choose from different sets of slots. The slot is an empty one of its set, else the one that was
   written the longest ago. */
uint64_t job_begin(const struct shared_file *file)
{
    const uint64_t from_1601_to_1970 = 11644473600000000;
    static uint64_t last;
    uint64_t before = __atomic_load_n(&last, __ATOMIC_RELAXED), now = linux_date() / 10, date, written[SHARED_SET_SLOTS];
    struct shared_job jobs[SHARED_SET_SLOTS], job;
    uint32_t first, i;
    bool is_read;

    now -= now > from_1601_to_1970 ? from_1601_to_1970 : now;
    do date = now > before ? now : before + 1;
    while (!__atomic_compare_exchange_n(&last, &before, date, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    first = ((uint32_t)getpid() ^ (uint32_t)date) * SHARED_SET_SLOTS % SHARED_JOBS;
    is_read = shared_file_read(file, SHARED_FILE_AT(jobs[first]), jobs, sizeof jobs);
    for (i = 0; i < SHARED_SET_SLOTS; i++) written[i] = is_read && job_is_whole(&jobs[i]) ? jobs[i].written : 0;
    memset(&job, 0, sizeof job);
    job.number = (date << 12 & ~(uint64_t)(SHARED_JOBS - 1)) | (first + find_oldest_slot(written, 0));
    job.sum = SUM_AFTER(0, &job);
    job.written = linux_date();
    shared_file_reserve(file, SHARED_FILE_AT(ended_totals[find_job_slot(job.number)]), 2 * sizeof(struct ended_totals));
    return shared_file_write(file, SHARED_FILE_AT(jobs[job.number % SHARED_JOBS]), &job, sizeof job) ? job.number : 0;
}

void job_hold(const struct shared_file *file, uint64_t job, struct process_identity holder, uint32_t handle)
{
    struct shared_job_part part;
    struct shared_job here;

    if (!job_find(file, job, &here)) return;
    part = job_part(&here, JOB_HOLDER);
    part.holder.prefix = holder.prefix;
    part.holder.created = holder.created;
    part.holder.id = holder.id;
    part.holder.handle = handle;
    write_part(file, &here, JOB_HOLDER, &part);
}

void job_release(const struct shared_file *file, uint64_t job, struct process_identity holder, uint32_t handle)
{
    struct shared_job_part part;
    struct shared_job here;

    if (!job_find(file, job, &here)) return;
    part = job_part(&here, JOB_HOLDER);
    if (part.holder.id == holder.id && part.holder.created == holder.created && part.holder.handle == handle)
        job_hold(file, job, holder, 0);
}

/* Both copies get it: one stays whole while another process that found the job without a nesting writes its own. */
void job_nest(const struct shared_file *file, uint64_t job, uint64_t outer)
{
    struct shared_job_part part;
    struct shared_job here;

    if (!outer || job_is_within(file, outer, job) || !job_find(file, job, &here)) return;
    part = job_part(&here, JOB_NESTING);
    if (part.around) return;
    part.around = outer;
    write_part(file, &here, JOB_NESTING, &part);
    write_part(file, &here, JOB_NESTING, &part);
}

/* A job that is in use gets a new date, so that it keeps its slot. If a part cannot be added, the job's times lack it: no
   process is left that could add it later. */
void job_report(const struct shared_file *file, uint64_t job, struct ended_sum part)
{
    struct process_identity bearer = { .id = 1 };
    const uint64_t now = linux_date();
    struct shared_job here;
    int i;

    for (i = 0; job && i < DEPTH; i++, job = job_part(&here, JOB_NESTING).around) {
        bearer.created = job;
        ignore_result(ended_totals_add(file, find_job_slot(job), bearer, part));
        if (!job_find(file, job, &here)) return;
        if (here.written + STALE_AFTER < now)
            shared_file_write(file, SHARED_FILE_AT(jobs[job % SHARED_JOBS].written), &now, sizeof now);
    }
}

struct ended_sum job_ended_totals(const struct shared_file *file, uint64_t job)
{
    return ended_totals_read(file, find_job_slot(job), (struct process_identity){ .id = 1, .created = job }).total;
}

bool job_begin_period(const struct shared_file *file, const struct shared_job *job, struct cpu_times before)
{
    struct shared_job_part part = job_part(job, JOB_PERIOD);

    part.before = before;
    return write_part(file, job, JOB_PERIOD, &part);
}

/* Reads the slots that PROCESS may use into PLACES. True: the membership of PROCESS is in the slot *PLACE. */
static bool find_membership(const struct shared_file *file, struct process_identity process,
                            struct job_membership places[SHARED_SET_SLOTS], uint32_t *place)
{
    memset(places, 0, SHARED_SET_SLOTS * sizeof *places);
    shared_file_read(file, SHARED_FILE_AT(memberships[find_first_slot(process.prefix, process.id)]), places,
                     SHARED_SET_SLOTS * sizeof *places);
    for (*place = 0; *place < SHARED_SET_SLOTS; ++*place)
        if (places[*place].id == process.id && places[*place].created == process.created
            && places[*place].prefix == process.prefix && places[*place].sum == SUM_AFTER(0, &places[*place]))
            return true;
    return false;
}

static bool read_membership(const struct shared_file *file, struct process_identity process, struct job_membership *found)
{
    struct job_membership places[SHARED_SET_SLOTS];
    uint32_t place;

    if (!find_membership(file, process, places, &place)) return false;
    *found = places[place];
    return true;
}

uint64_t job_of_process(const struct shared_files *shared, const struct shared_file *file, struct process_identity process)
{
    struct job_membership found = { .job = 0 };

    while (file && !read_membership(file, process, &found)) file = shared_files_find_before(shared, file);
    return found.job;
}

/* Writes MEMBERSHIP into the slot that its process has, else into an empty one, else the oldest one whose process has
   ended, else the first. */
static bool put_membership(const struct shared_file *file, struct job_membership *membership)
{
    const struct process_identity process = { membership->id, membership->created, membership->prefix };
    struct job_membership places[SHARED_SET_SLOTS];
    struct process_identity other;
    uint64_t dates[SHARED_SET_SLOTS];
    struct entry entry;
    uint32_t place, i;

    if (!find_membership(file, process, places, &place)) {
        for (i = 0; i < SHARED_SET_SLOTS; i++) {
            other = (struct process_identity){ places[i].id, places[i].created, places[i].prefix };
            dates[i] = places[i].since;
            if (dates[i] && entry_find(file, other, &entry) && !(entry.published.flags & PUBLISHED_ENDED))
                dates[i] = UINT64_MAX;
        }
        place = find_oldest_slot(dates, 0);
    }
    membership->sum = SUM_AFTER(0, membership);
    return shared_file_write(file, SHARED_FILE_AT(memberships[find_first_slot(process.prefix, process.id) + place]),
                             membership, sizeof *membership);
}

bool job_membership_set_job(const struct shared_file *file, struct process_identity process, uint64_t job)
{
    struct job_membership membership = { .id = process.id, .created = process.created, .prefix = process.prefix };

    read_membership(file, process, &membership);
    membership.job = job;
    membership.since = linux_date();
    return put_membership(file, &membership);
}

/* A child does not inherit a job that its parent was put into after the child's creation. */
void job_membership_inherit(const struct shared_file *file, struct process_identity process, uint32_t parent)
{
    struct job_membership membership;
    struct entry entry;

    if (read_membership(file, process, &membership) || !parent) return;
    if (!entry_find_last(file, (struct process_identity){ parent, process.created, process.prefix }, &entry)) return;
    if (!read_membership(file, entry_process(&entry), &membership) || membership.since > process.created) return;
    membership = (struct job_membership){ process.prefix,  process.created, membership.job,
                                          process.created, process.id,      .reserved = 0 };
    put_membership(file, &membership);
}

void job_membership_move(const struct shared_file *from, const struct shared_file *to, struct process_identity process)
{
    struct job_membership membership, there;

    if (read_membership(from, process, &membership) && !read_membership(to, process, &there))
        put_membership(to, &membership);
}
