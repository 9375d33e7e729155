/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/jobs.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/clocks/linux_clock.h"

#include <time.h>

enum { ATTEMPTS = 20, PATIENCE = 30000000 /* ns */, FRESH = 10000 /* 100 ns */ };

static struct ended_sum sum_ended(struct publisher *publisher, uint64_t job)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct ended_sum sum = { .processes = 0 };

    for (; file; file = shared_files_find_before(&publisher->shared, file))
        sum = ended_sum_add(sum, job_ended_totals(file, job));
    return sum;
}

/* Two processes may each have numbered the same job; then the job's processes are those of both numbers. */
uint64_t job_identify(struct publisher *publisher, uint64_t known, uint32_t processes, const uint32_t *ids, uint32_t count)
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
            file = shared_files_find_before(&publisher->shared, file);
        job = file ? job_of_process(&publisher->shared, file, entry_process(&entry)) : 0;
        if (known && file && job_is_within(file, job, known)) return known;
        if (!other) other = job;
    }
    if (!other || !known) return known ? known : other;
    ended = sum_ended(publisher, known).processes;
    return ended && ended + sum_ended(publisher, other).processes + count <= processes ? known : other;
}

bool job_totals_next_holder(struct publisher *publisher, uint32_t *place, struct shared_job *job)
{
    enum { MANY = 32 };
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct shared_job jobs[MANY], found;
    struct process_identity process;
    struct shared_job_part part;
    struct entry entry;

    while (file && *place < SHARED_JOBS) {
        if (!shared_file_read(file, SHARED_FILE_AT(jobs[*place - *place % MANY]), jobs, sizeof jobs)) return false;
        do {
            found = jobs[(*place)++ % MANY];
            if (!job_is_whole(&found)) continue;
            part = job_part(&found, JOB_HOLDER);
            process = (struct process_identity){ part.holder.id, part.holder.created, part.holder.prefix };
            if (!part.holder.handle || process.prefix != publisher->prefix) continue;
            if (!entry_find(file, process, &entry)) continue;
            if (entry_life(file, &entry) != LIFE_HERE) continue;
            *job = found;
            return true;
        } while (*place % MANY);
    }
    return false;
}

struct walk {
    struct publisher *publisher;
    const uint32_t *ids; /* of the members that the system reports as alive */
    uint32_t count;
    uint64_t deadline;      /* until then the walk waits for Linux to end a process that Windows has ended */
    bool is_fresh;          /* an end was written so recently that the ended totals may lack it */
    struct cpu_times times; /* of all members, ended ones too */
};

/* Adds the members that FILE has of JOB, or of a job in it. A member whose end is written is, or soon will be, in the job's
   ended totals, and is not added here. A member that the system does not report as alive is over. */
static void add_members(struct walk *walk, const struct shared_file *file, uint64_t job)
{
    enum { MANY = 256 };
    struct job_membership members[MANY], *member;
    struct lookup_options options = { .split = true };
    struct process_identity process;
    struct lookup_answer answer;
    uint32_t number, i;

    for (number = 0; number < SHARED_SLOTS; number++) {
        member = &members[number % MANY];
        if (member == members && !shared_file_read(file, SHARED_FILE_AT(memberships[number]), members, sizeof members))
            return;
        if (!member->job || member->sum != SUM_AFTER(0, member) || !job_is_within(file, member->job, job)) continue;
        process = (struct process_identity){ member->id, member->created, member->prefix };
        if (lookup_entry(walk->publisher, process, &answer.entry) != file) continue; /* its entry is in another file */
        for (i = 0; i < walk->count && walk->ids[i] != process.id; i++) continue;
        options.is_over = i == walk->count && linux_time() < walk->deadline;
        if (!lookup_process(walk->publisher, process, options, &answer)) continue;
        if (answer.entry.published.flags & PUBLISHED_ENDED) {
            walk->is_fresh |= answer.entry.published.date + FRESH > linux_date();
            continue;
        }
        walk->times.user += answer.times.user;
        walk->times.kernel += answer.times.kernel;
    }
}

static const struct shared_file *find_job_in_files(struct publisher *publisher, uint64_t job, struct shared_job *known)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);

    while (file && !job_find(file, job, known)) file = shared_files_find_before(&publisher->shared, file);
    return file;
}

bool job_totals_begin_period(struct publisher *publisher, uint64_t job, struct cpu_times before)
{
    struct shared_job known;
    const struct shared_file *file = find_job_in_files(publisher, job, &known);

    return file && job_begin_period(file, &known, before);
}

/* A process that ends during the walk is counted once: if the ended totals have changed meanwhile, both are read again. */
bool job_totals_read(struct publisher *publisher, uint64_t job, const uint32_t *ids, uint32_t count,
                     struct cpu_times *times, struct cpu_times *before)
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
        for (file = publisher_file_to_ask(publisher); file; file = shared_files_find_before(&publisher->shared, file))
            add_members(&walk, file, job);
        if (!walk.is_fresh && sum_ended(publisher, job).processes == ended.processes) break;
    }
    *times = walk.times;
    *before = job_part(&known, JOB_PERIOD).before;
    return true;
}
