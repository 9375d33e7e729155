/* SPDX-License-Identifier: MIT */
/* The times of a job's processes: the job's ended totals hold those of the processes with an end record, and a walk over
   the job's members finds the others. */
#include "unixlib/shared_file/jobs.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/clocks/linux_clock.h"

#include <time.h>

enum { ATTEMPTS = 20, FRESH = 10000, PATIENCE = 30000000 }; /* 100 ns; ns */

/* Sums the job's ended totals of all files. */
static struct ended_sum sum_ended(struct publisher *publisher, uint64_t job)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct ended_sum sum = { .processes = 0 };

    for (; file; file = shared_files_find_before(publisher, file)) sum = ended_sum_add(sum, job_read(file, job));
    return sum;
}

/* Two processes may each have numbered the same job; then the job's processes are those of both numbers. */
uint64_t job_totals_find_job(struct publisher *publisher, uint64_t known, uint32_t processes, const uint32_t *ids,
                             uint32_t count)
{
    const struct shared_file *file;
    struct process_identity latest;
    uint64_t job, other = 0;
    struct entry entry;
    uint32_t i, ended;

    for (i = 0; i < count && (known || !other); i++) {
        latest = (struct process_identity){ ids[i], UINT64_MAX, publisher->prefix };
        file = publisher_file_to_ask(publisher);
        while (file
               && (!entry_find_last(file, latest, &entry) || entry.published.flags & PUBLISHED_ENDED
                   || entry_life(file, &entry) != LIFE_HERE))
            file = shared_files_find_before(publisher, file);
        job = file ? job_membership_of(publisher, file, entry_process(&entry)).job : 0;
        if (known && file && job_is_within(file, job, known)) return known;
        if (!other) other = job;
    }
    if (!other || !known) return known ? known : other;
    ended = sum_ended(publisher, known).processes;
    return ended && ended + sum_ended(publisher, other).processes + count <= processes ? known : other;
}

bool job_totals_next_holder(struct publisher *publisher, uint32_t *place, struct shared_job *job)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct shared_job found;
    struct entry entry;

    while (file && job_find_held(file, publisher->prefix, place, &found)) {
        if (!entry_find(file, (struct process_identity){ found.id, found.created, found.prefix }, &entry)) continue;
        if (entry_life(file, &entry) != LIFE_HERE) continue;
        *job = found;
        return true;
    }
    return false;
}

/* A walk over the members of a job. */
struct walk {
    struct publisher *publisher;
    const uint32_t *ids; /* of the members that the system reports as alive */
    uint32_t count;
    uint64_t deadline;      /* until then the walk waits for Linux to end a process that Windows has ended */
    bool is_fresh;          /* an end was written so recently that the ended totals may lack it */
    struct cpu_times times; /* of all members, ended ones too */
};

/* A member whose end is written is, or soon will be, in the job's ended totals, and is not added here. A member that the
   system does not report as alive is over. */
static void add_member(void *context, const struct shared_file *file, struct process_identity process)
{
    struct walk *walk = context;
    struct lookup_options options = { .split = true };
    struct lookup_answer answer;
    uint32_t i = 0;

    if (lookup_entry(walk->publisher, process, &answer.entry) != file) return; /* its entry is in another file */
    while (i < walk->count && walk->ids[i] != process.id) i++;
    options.is_over = i == walk->count && linux_time() < walk->deadline;
    if (!lookup_process(walk->publisher, process, options, &answer)) return;
    if (answer.entry.published.flags & PUBLISHED_ENDED) {
        walk->is_fresh |= answer.entry.published.date + FRESH > linux_date();
        return;
    }
    walk->times.user += answer.times.user;
    walk->times.kernel += answer.times.kernel;
}

/* Returns the newest file that knows JOB. */
static const struct shared_file *find_job_in_files(struct publisher *publisher, uint64_t job, struct shared_job *known)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);

    while (file && !job_find(file, job, known)) file = shared_files_find_before(publisher, file);
    return file;
}

struct cpu_times job_totals_read_period(struct publisher *publisher, uint64_t job)
{
    const struct cpu_times none = { 0, 0 };
    struct shared_job known;

    return find_job_in_files(publisher, job, &known) ? job_period(&known).before : none;
}

bool job_totals_begin_period(struct publisher *publisher, uint64_t job, struct cpu_times before)
{
    struct shared_job known;
    const struct shared_file *file = find_job_in_files(publisher, job, &known);

    return file && job_period_begin(file, &known, before);
}

/* A process that ends during the walk is counted once: if the ended totals have changed meanwhile, both are read again. */
bool job_totals_read(struct publisher *publisher, uint64_t job, const uint32_t *ids, uint32_t count,
                     struct cpu_times *times)
{
    const struct timespec moment = { 0, 100000 };
    const struct shared_file *file;
    struct ended_sum ended;
    struct shared_job known;
    struct walk walk;
    int i;

    if (!find_job_in_files(publisher, job, &known)) return false;
    for (i = 0; i < ATTEMPTS; i++) {
        if (i) nanosleep(&moment, NULL);
        ended = sum_ended(publisher, job);
        walk = (struct walk){ publisher, ids, count, linux_time() + PATIENCE, .times = ended.times };
        for (file = publisher_file_to_ask(publisher); file; file = shared_files_find_before(publisher, file))
            job_membership_each(file, job, add_member, &walk);
        if (!walk.is_fresh && sum_ended(publisher, job).processes == ended.processes) break;
    }
    *times = walk.times;
    return true;
}
