/* SPDX-License-Identifier: MIT */
/*
 * The shared file with any jobs, memberships and index in it, in the working directory, jobs that lie within themselves
 * among them: every question ends, only what is whole there is believed, and what is reported of a job comes to it and to
 * those around it.
 */
#include "fuzz.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/jobs.h"
#include "unixlib/shared_file/process_lookup.h"

#include <fcntl.h>
#include <unistd.h>

enum { KEY = 7, JOBS = 8, OUTER = 4, PROCESSES = 4, PIECES = 24, DEPTH = 16 };
enum kind { JOB, MEMBERSHIP, INDEX, KINDS };

/* A piece of the file, as the input has it. One in eight has a wrong sum. */
struct piece {
    uint8_t kind, which, other, spoilt;
};

/* Two pairs share a place; none of these four lies around another, for then one's ended totals would take the
   other's place. */
static const uint64_t jobs[JOBS] = { 4096, 4097, 4098, 12345678, 4100, 4101, 8196, 8197 };
static const struct process_identity processes[PROCESSES] = { { 4, 1, 0 }, { 8, 2, 0 }, { 4, 3, 0 }, { 8, 4, 0 } };

/* The whole entries: of a job, the job around it; of a process, its job. */
static struct {
    bool is_known;
    uint64_t around;
} known_jobs[JOBS];
static uint64_t memberships[PROCESSES];
static struct publisher publisher;

static void put(int file, const void *bytes, size_t size, uint64_t at)
{
    CHECK(pwrite(file, bytes, size, (off_t)at) == (ssize_t)size);
}

static void forget_place_of(uint64_t job)
{
    int i;

    for (i = 0; i < JOBS; i++)
        if (jobs[i] % SHARED_JOBS == job % SHARED_JOBS) known_jobs[i].is_known = false;
}

/* One of the two copies of the nesting may be broken. */
static void put_job(int file, const struct piece *piece)
{
    const unsigned which = piece->which % JOBS;
    const uint64_t around = piece->other & 8 ? 0 : jobs[piece->other % OUTER];
    struct shared_job job;
    int i;

    forget_place_of(jobs[which]);
    memset(&job, 0, sizeof job);
    job.number = jobs[which];
    job.sum = SUM_AFTER(0, &job);
    for (i = 0; around && i < 2; i++) {
        job.parts[JOB_NESTING][i].around = around;
        job.parts[JOB_NESTING][i].sequence = 2 - (unsigned)i;
        job.parts[JOB_NESTING][i].sum = SUM_AFTER(job.number, &job.parts[JOB_NESTING][i]);
    }
    if (piece->spoilt % 8 == 1) job.sum++;
    else {
        known_jobs[which].is_known = true;
        known_jobs[which].around = around;
    }
    if (piece->spoilt % 8 > 5) job.parts[JOB_NESTING][piece->spoilt % 2].sum++;
    put(file, &job, sizeof job, SHARED_FILE_AT(jobs[(uint32_t)(jobs[which] % SHARED_JOBS)]));
}

/* Each has a place of its set for itself. */
static void put_membership(int file, const struct piece *piece)
{
    const unsigned which = piece->which % PROCESSES;
    struct job_membership membership = {
        .created = processes[which].created, .id = processes[which].id, .job = jobs[piece->other % JOBS], .since = 1
    };

    membership.sum = SUM_AFTER(0, &membership);
    memberships[which] = membership.job;
    if (piece->spoilt % 8 == 1) {
        membership.sum++;
        memberships[which] = 0;
    }
    put(file, &membership, sizeof membership, SHARED_FILE_AT(memberships[find_first_slot(0, membership.id) + which]));
}

/* This process's number leads anywhere. */
static void put_index(int file, const struct piece *piece)
{
    const uint32_t value = (uint32_t)piece->which << 24 | (uint32_t)piece->other << 8 | piece->spoilt;

    put(file, &value, sizeof value, SHARED_FILE_AT(pids[(uint32_t)getpid()]));
}

static void write_pieces(const char *path, struct input *input)
{
    static void (*const put_one[KINDS])(int, const struct piece *) = { put_job, put_membership, put_index };
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    struct piece piece;
    unsigned i;

    CHECK(file >= 0);
    for (i = 0; input->left && i < PIECES; i++) {
        take(input, &piece, sizeof piece);
        put_one[piece.kind % KINDS](file, &piece);
    }
    close(file);
}

static int index_of(uint64_t job)
{
    int i;

    for (i = 0; i < JOBS; i++)
        if (jobs[i] == job) return i;
    return -1;
}

/* The jobs to which a report of the first comes, each as often as it does. */
static void count_reports(uint64_t job, unsigned counts[JOBS])
{
    int i, at;

    for (i = 0; job && i < DEPTH; i++) {
        at = index_of(job);
        counts[at]++;
        job = known_jobs[at].is_known ? known_jobs[at].around : 0;
    }
}

static void check_times(const unsigned counts[JOBS])
{
    const struct cpu_times untouched = { 1234567, 7654321 };
    struct cpu_times times, before;
    int i;

    for (i = 0; i < JOBS; i++) {
        times = untouched;
        CHECK(job_totals_read(&publisher, jobs[i], NULL, 0, &times, &before) == known_jobs[i].is_known);
        if (known_jobs[i].is_known) CHECK(times.user == counts[i] * 3 && times.kernel == counts[i] * 2);
        else CHECK(times.user == untouched.user && times.kernel == untouched.kernel);
    }
}

static uint64_t job_of(int process)
{
    return job_of_process(&publisher.shared, publisher_file_to_ask(&publisher), processes[process]);
}

static void check_memberships(unsigned which, uint64_t job)
{
    int i;

    for (i = 0; i < PROCESSES; i++) CHECK(job_of(i) == memberships[i]);
    CHECK(job_membership_set_job(publisher_file_to_ask(&publisher), processes[which], job));
    CHECK(job_of((int)which) == job);
}

/* There is no entry. */
static void check_index(void)
{
    struct entry entry;

    CHECK(!entry_find_pid(publisher_file_to_ask(&publisher), getpid(), &entry));
}

/* No nesting makes a circle of what was none. A job that the file does not know is not nested. */
static void check_nesting(uint64_t inner, uint64_t outer)
{
    unsigned before[JOBS] = { 0 }, after[JOBS] = { 0 };
    const int at = index_of(inner);

    count_reports(outer, before);
    job_nest(publisher_file_to_ask(&publisher), inner, outer);
    if (before[at] || !known_jobs[at].is_known || known_jobs[at].around) return;
    known_jobs[at].around = outer;
    count_reports(inner, after);
    CHECK(after[at] == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ended_sum part = { { 3, 2 }, .processes = 1 };
    struct input input = { data, size };
    struct piece first, second;
    unsigned counts[JOBS] = { 0 };

    memset(known_jobs, 0, sizeof known_jobs);
    memset(memberships, 0, sizeof memberships);
    take(&input, &first, sizeof first);
    take(&input, &second, sizeof second);
    CHECK(publisher_open(&publisher, ".", KEY));
    write_pieces(publisher.shared.names[0].path, &input);
    check_index();
    check_times(counts);
    check_memberships(first.which % PROCESSES, jobs[first.other % JOBS]);
    check_nesting(jobs[second.which % JOBS], jobs[second.other % OUTER]);
    count_reports(jobs[first.kind % JOBS], counts);
    job_report(publisher_file_to_ask(&publisher), jobs[first.kind % JOBS], part);
    check_times(counts);
    CHECK(!unlink(publisher.shared.names[0].path));
    publisher_close(&publisher);
    return 0;
}
