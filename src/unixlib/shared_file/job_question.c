/* SPDX-License-Identifier: MIT */
/* The times of a job's processes: the job's account holds those of the processes with an end record, and a walk over the
   job's members finds the others. */
#include "unixlib/shared_file/job_question.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/job.h"
#include "unixlib/shared_file/membership.h"
#include "unixlib/shared_file/process_question.h"

#include <time.h>

enum { ATTEMPTS = 20, FRESH = 10000, PATIENCE = 30000000 }; /* 100 ns; ns */

/* Sums the job's accounts of all files. */
static struct account_sum sum_ended(struct record *record, uint64_t job)
{
    const struct record_file *file = record_file_to_ask(record);
    struct account_sum sum = { .processes = 0 };

    for (; file; file = files_before(record, file)) sum = account_sum_with(sum, job_read(file, job));
    return sum;
}

/* Returns the job of the live process ID; *FILE is then the newest file that knows the process. */
static uint64_t job_of_living(struct record *record, uint32_t id, const struct record_file **file)
{
    struct entry entry;

    for (*file = record_file_to_ask(record); *file; *file = files_before(record, *file))
        if (entry_find_last(*file, (struct record_process){ id, UINT64_MAX, record->prefix }, &entry)
            && !(entry.figures.flags & FIGURES_ENDED) && entry_life(*file, &entry) == LIFE_HERE)
            return membership_of(record, *file, entry_process(&entry)).job;
    return 0;
}

/* Two processes may each have numbered the same job; then the job's processes are those of both numbers. */
static bool may_be_both(struct record *record, uint64_t known, uint64_t other, uint32_t processes, uint32_t living)
{
    const uint32_t ended = sum_ended(record, known).processes;

    return ended && ended + sum_ended(record, other).processes + living <= processes;
}

uint64_t record_job_of(struct record *record, uint64_t known, uint32_t processes, const uint32_t *ids, uint32_t count)
{
    const struct record_file *file;
    uint64_t job, other = 0;
    uint32_t i;

    for (i = 0; i < count && (known || !other); i++) {
        job = job_of_living(record, ids[i], &file);
        if (known && file && job_is_within(file, job, known)) return known;
        if (!other) other = job;
    }
    return !other || (known && may_be_both(record, known, other, processes, count)) ? known : other;
}

/* A walk over the members of a job. */
struct walk {
    struct record *record;
    const uint32_t *ids; /* of the members that the system reports as alive */
    uint32_t count;
    uint64_t deadline;         /* until then the walk waits for Linux to end a process that Windows has ended */
    bool is_fresh;             /* an end was written so recently that the account may lack it */
    struct record_times times; /* of all members, ended ones too */
};

static bool is_listed(const struct walk *walk, uint32_t id)
{
    uint32_t i;

    for (i = 0; i < walk->count; i++)
        if (walk->ids[i] == id) return true;
    return false;
}

/* A member whose end is written is, or soon will be, in the job's account, and is not added here. */
static void add_member(void *context, const struct record_file *file, struct record_process process)
{
    struct walk *walk = context;
    struct record_question question = { .split = true };
    struct record_answer answer;

    if (record_find_entry(walk->record, process, &answer.entry) != file) return; /* its entry is in another file */
    question.is_over = linux_time() < walk->deadline && !is_listed(walk, process.id);
    if (!record_find(walk->record, process, question, &answer)) return;
    if (answer.entry.figures.flags & FIGURES_ENDED) {
        walk->is_fresh |= answer.entry.figures.date + FRESH > linux_date();
        return;
    }
    walk->times.user += answer.times.user;
    walk->times.kernel += answer.times.kernel;
}

/* Returns the newest file that knows JOB. */
static const struct record_file *find(struct record *record, uint64_t job, struct record_job *known)
{
    const struct record_file *file = record_file_to_ask(record);

    while (file && !job_find(file, job, known)) file = files_before(record, file);
    return file;
}

struct record_times record_job_period(struct record *record, uint64_t job)
{
    const struct record_times none = { 0, 0 };
    struct record_job known;

    return find(record, job, &known) ? job_period(&known) : none;
}

bool record_job_period_begin(struct record *record, uint64_t job, struct record_times before)
{
    struct record_job known;
    const struct record_file *file = find(record, job, &known);

    return file && job_period_begin(file, &known, before);
}

/* A process that ends during the walk is counted once: if the account has changed meanwhile, both are read again. */
bool record_job_times(struct record *record, uint64_t job, const uint32_t *ids, uint32_t count, struct record_times *times)
{
    const struct timespec moment = { 0, 100000 };
    const struct record_file *file;
    struct account_sum ended;
    struct record_job known;
    struct walk walk;
    int i;

    if (!find(record, job, &known)) return false;
    for (i = 0; i < ATTEMPTS; i++) {
        if (i) nanosleep(&moment, NULL);
        ended = sum_ended(record, job);
        walk = (struct walk){ record, ids, count, linux_time() + PATIENCE, .times = ended.times };
        for (file = record_file_to_ask(record); file; file = files_before(record, file))
            membership_each(file, job, add_member, &walk);
        if (!walk.is_fresh && sum_ended(record, job).processes == ended.processes) break;
    }
    *times = walk.times;
    return true;
}
