/* SPDX-License-Identifier: MIT */
/*
 * The file of records with any jobs, memberships and index in it, in the working directory, jobs that lie within themselves
 * among them: every question ends, only what is whole there is believed, and what is reported of a job comes to it and to
 * those around it.
 */
#include "fuzz.h"
#include "unixlib/shared_file/checksum.h"
#include "unixlib/shared_file/job.h"
#include "unixlib/shared_file/job_question.h"
#include "unixlib/shared_file/membership.h"
#include "unixlib/shared_file/process_question.h"

#include <fcntl.h>
#include <unistd.h>

enum { KEY = 7, JOBS = 8, OUTER = 4, PROCESSES = 4, PIECES = 24, DEPTH = 16 };
enum kind { JOB, MEMBERSHIP, INDEX, KINDS };

/* A piece of the file, as the input has it. One in eight has a wrong sum. */
struct piece {
    uint8_t kind, which, other, spoilt;
};

/* Two pairs share a place; none of these four lies around another, for then one account would take the other's place. */
static const uint64_t jobs[JOBS] = { 4096, 4097, 4098, 12345678, 4100, 4101, 8196, 8197 };
static const struct record_process processes[PROCESSES] = { { 4, 1 }, { 8, 2 }, { 4, 3 }, { 8, 4 } };

/* The whole entries: of a job, the job around it; of a process, its job. */
static struct {
    bool is_known;
    uint64_t around;
} known_jobs[JOBS];
static uint64_t memberships[PROCESSES];
static struct record record;

static void put(int file, const void *bytes, size_t size, uint64_t at)
{
    CHECK(pwrite(file, bytes, size, (off_t)at) == (ssize_t)size);
}

static void forget_place_of(uint64_t job)
{
    int i;

    for (i = 0; i < JOBS; i++)
        if (jobs[i] % RECORD_JOBS == job % RECORD_JOBS) known_jobs[i].is_known = false;
}

static void put_job(int file, const struct piece *piece)
{
    const unsigned which = piece->which % JOBS;
    struct record_job job = { .number = jobs[which], .around = piece->other & 8 ? 0 : jobs[piece->other % OUTER] };

    forget_place_of(jobs[which]);
    job.sum = words_sum(&job, offsetof(struct record_job, sum));
    if (piece->spoilt % 8 == 1) job.sum++;
    else {
        known_jobs[which].is_known = true;
        known_jobs[which].around = job.around;
    }
    put(file, &job, sizeof job, RECORD_AT(jobs[(uint32_t)(jobs[which] % RECORD_JOBS)]));
}

/* Each has a place of its set for itself. */
static void put_membership(int file, const struct piece *piece)
{
    const unsigned which = piece->which % PROCESSES;
    struct membership membership = {
        .created = processes[which].created, .id = processes[which].id, .job = jobs[piece->other % JOBS], .since = 1
    };

    membership.sum = words_sum(&membership, offsetof(struct membership, sum));
    memberships[which] = membership.job;
    if (piece->spoilt % 8 == 1) {
        membership.sum++;
        memberships[which] = 0;
    }
    put(file, &membership, sizeof membership, RECORD_AT(memberships[first_place(0, membership.id) + which]));
}

/* This process's number leads anywhere. */
static void put_index(int file, const struct piece *piece)
{
    const uint32_t value = (uint32_t)piece->which << 24 | (uint32_t)piece->other << 8 | piece->spoilt;

    put(file, &value, sizeof value, RECORD_AT(pids[(uint32_t)getpid()]));
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
    const struct record_times untouched = { 1234567, 7654321 };
    struct record_times times;
    int i;

    for (i = 0; i < JOBS; i++) {
        times = untouched;
        CHECK(record_job_times(&record, jobs[i], NULL, 0, &times) == known_jobs[i].is_known);
        if (known_jobs[i].is_known) CHECK(times.user == counts[i] * 3 && times.kernel == counts[i] * 2);
        else CHECK(times.user == untouched.user && times.kernel == untouched.kernel);
    }
}

static uint64_t job_of(int process)
{
    return membership_of(&record, record_file_to_ask(&record), processes[process]).job;
}

static void check_memberships(unsigned which, uint64_t job)
{
    int i;

    for (i = 0; i < PROCESSES; i++) CHECK(job_of(i) == memberships[i]);
    CHECK(membership_set_job(record_file_to_ask(&record), processes[which], job));
    CHECK(job_of((int)which) == job);
}

/* There is no entry. */
static void check_index(void)
{
    struct entry entry;

    CHECK(!entry_find_pid(record_file_to_ask(&record), getpid(), &entry));
}

/* No nesting makes a circle of what was none. */
static void check_nesting(uint64_t inner, uint64_t outer)
{
    unsigned before[JOBS] = { 0 }, after[JOBS] = { 0 };
    const int at = index_of(inner);

    count_reports(outer, before);
    job_nest(record_file_to_ask(&record), inner, outer);
    if (before[at] || (known_jobs[at].is_known && known_jobs[at].around)) return;
    forget_place_of(inner);
    known_jobs[at].is_known = true;
    known_jobs[at].around = outer;
    count_reports(inner, after);
    CHECK(after[at] == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct account_sum part = { { 3, 2 }, .processes = 1 };
    struct input input = { data, size };
    struct piece first, second;
    unsigned counts[JOBS] = { 0 };

    memset(known_jobs, 0, sizeof known_jobs);
    memset(memberships, 0, sizeof memberships);
    take(&input, &first, sizeof first);
    take(&input, &second, sizeof second);
    CHECK(record_open(&record, ".", KEY));
    write_pieces(record.names[0].path, &input);
    check_index();
    check_times(counts);
    check_memberships(first.which % PROCESSES, jobs[first.other % JOBS]);
    check_nesting(jobs[second.which % JOBS], jobs[second.other % OUTER]);
    count_reports(jobs[first.kind % JOBS], counts);
    job_report(record_file_to_ask(&record), jobs[first.kind % JOBS], part);
    check_times(counts);
    CHECK(!unlink(record.names[0].path));
    record_close(&record);
    return 0;
}
