/* SPDX-License-Identifier: MIT */
/* Two processes write about one job at the same time. The tests run one change in the middle of another, before its first
   write or between its bytes. */
#include "shared_test.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/jobs.h"
#include "unixlib/shared_file/shared_file.h"

enum { HANDLE = 0x48, WORD = 8 };
enum { MINUTE = 600000000 }; /* 100 ns */

static const struct shared_file *file;
static uint64_t job, outer, outermost;
static uint64_t ahead, date; /* 100 ns by which the clock is ahead; the date that it reports instead, 0: none */

static void (*meanwhile)(void);
static bool is_torn; /* half of the bytes are written before */

/* The linker's names, for the functions in place of which it puts these. */
uint64_t __real_linux_date(void);
uint64_t __wrap_linux_date(void);
bool __real_shared_file_write(const struct shared_file *shared, uint64_t offset, const void *bytes, size_t size);
bool __wrap_shared_file_write(const struct shared_file *shared, uint64_t offset, const void *bytes, size_t size);

uint64_t __wrap_linux_date(void)
{
    return date ? date : __real_linux_date() + ahead;
}

/* Linux writes a word at once. */
bool __wrap_shared_file_write(const struct shared_file *shared, uint64_t offset, const void *bytes, size_t size)
{
    const uint64_t begin = SHARED_FILE_AT(jobs), end = begin + sizeof ((struct shared_file_content *)0)->jobs;
    void (*const what)(void) = meanwhile;

    if (what && offset >= begin && offset < end) {
        meanwhile = NULL;
        if (is_torn && size > WORD) assert_true(__real_shared_file_write(shared, offset, bytes, size / 2 / WORD * WORD));
        what();
    }
    return __real_shared_file_write(shared, offset, bytes, size);
}

static struct ended_sum ended_of(uint64_t number)
{
    const struct process_identity bearer = { .id = 1, .created = number };

    return ended_totals_read(file, SHARED_SLOTS + (uint32_t)(number % SHARED_JOBS), bearer).total;
}

/* The changes that processes make to a job, and checks that each was kept. */
static void nest(void)
{
    job_nest(file, job, outer);
}

static bool is_nested(void)
{
    return job_is_within(file, job, outer);
}

static void hold(void)
{
    job_hold(file, job, CHILD, HANDLE);
}

static bool is_held(void)
{
    struct shared_job held;
    uint32_t place = 0;

    while (job_totals_next_holder(&publisher, &place, &held))
        if (held.number == job) return true;
    return false;
}

static void begin_period(void)
{
    assert_true(job_totals_begin_period(&publisher, job, SOME));
}

static bool has_period(void)
{
    struct cpu_times times, before;

    return job_totals_read(&publisher, job, NULL, 0, &times, &before) && before.user == SOME.user;
}

/* So late that the job gets a new date. */
static void report(void)
{
    const struct ended_sum part = { SOME, .processes = 1 };

    ahead += 2 * MINUTE;
    job_report(file, job, part);
}

static bool has_report(void)
{
    return ended_of(job).processes == 1;
}

static const struct change {
    const char *name;
    void (*make)(void);
    bool (*is_there)(void);
} changes[] = { { "nest", nest, is_nested },
                { "hold", hold, is_held },
                { "begin a period", begin_period, has_period },
                { "report", report, has_report } };

enum { CHANGES = sizeof changes / sizeof *changes };

static int set_up(void **state)
{
    ahead = date = 0;
    meanwhile = NULL;
    is_torn = false;
    if (shared_file_set_up(state)) return 1;
    file = publisher_file_to_ask(&publisher);
    begin(CHILD);
    return 0;
}

/* Makes the change FIRST, and SECOND meanwhile. */
static void make_both(const struct change *first, const struct change *second)
{
    job = job_begin(file);
    outer = job_begin(file);
    assert_true(job && outer);
    meanwhile = second->make;
    first->make();
    if (first->is_there() && second->is_there()) return;
    fail_msg("\"%s\" is%s there, \"%s\", made meanwhile, is%s", first->name, first->is_there() ? "" : " not", second->name,
             second->is_there() ? "" : " not");
}

static void make_each_in_each(void)
{
    int first, second;

    for (first = 0; first < CHANGES; first++)
        for (second = 0; second < CHANGES; second++)
            if (first != second) make_both(&changes[first], &changes[second]);
}

TEST_BETWEEN(set_up, shared_file_tear_down, no_change_of_a_job_takes_back_another_one_made_meanwhile)
{
    make_each_in_each();
}

TEST_BETWEEN(set_up, shared_file_tear_down, a_half_written_change_of_a_job_takes_back_no_other)
{
    is_torn = true;
    make_each_in_each();
}

static void report_without_a_date(void)
{
    const struct ended_sum part = { MORE, .processes = 1 };

    job_report(file, job, part);
}

/* A process that ends then is in the totals of all the jobs that it was in. */
TEST_BETWEEN(set_up, shared_file_tear_down, a_report_comes_to_the_outer_jobs_while_any_change_is_half_written)
{
    unsigned reported;
    int i;

    is_torn = true;
    for (i = 0; i < CHANGES; i++) {
        job = job_begin(file);
        outer = job_begin(file);
        outermost = job_begin(file);
        job_nest(file, outer, outermost);
        if (changes[i].make != nest) nest();
        meanwhile = report_without_a_date;
        changes[i].make();
        reported = changes[i].make == report;
        if (changes[i].make == nest) continue; /* the job was in no other one yet */
        assert_int_equal(ended_of(job).processes, reported + 1);
        assert_int_equal(ended_of(outer).processes, reported + 1);
        assert_int_equal(ended_of(outermost).processes, reported + 1);
    }
}

static void nest_in_outermost(void)
{
    job_nest(file, job, outermost);
}

static void nest_in_outermost_and_report(void)
{
    nest_in_outermost();
    report_without_a_date();
}

/* Two processes nest the job at once: each has found it without an outer one. */
TEST_BETWEEN(set_up, shared_file_tear_down, a_job_that_two_processes_nest_at_once_is_nested_all_the_time)
{
    job = job_begin(file);
    outer = job_begin(file);
    outermost = job_begin(file);
    is_torn = true;
    meanwhile = nest_in_outermost_and_report;
    nest();
    assert_int_equal(ended_of(job).processes, 1);
    assert_int_equal(ended_of(outermost).processes, 1);
    assert_true(is_nested());
}

/* Linux killed the process that wrote there. */
TEST_BETWEEN(set_up, shared_file_tear_down, a_job_stays_where_it_is_nested_with_any_word_of_one_copy_lost)
{
    const uint64_t word = 0xcccccccccccccccc;
    size_t at;
    int copy;

    for (copy = 0; copy < 2; copy++)
        for (at = 0; at < sizeof(struct shared_job_part); at += WORD) {
            job = job_begin(file);
            outer = job_begin(file);
            nest();
            assert_true(shared_file_write(
                file, SHARED_FILE_AT(jobs[job % SHARED_JOBS].parts[JOB_NESTING][copy]) + at, &word, sizeof word));
            assert_true(is_nested());
        }
}

/* Years after 1601, in 100 ns. */
static uint64_t years(unsigned count)
{
    return (uint64_t)count * 3652425 / 10000 * 864000000000;
}

TEST_BETWEEN(set_up, shared_file_tear_down, a_later_job_has_a_larger_number_in_every_year_until_2111)
{
    uint64_t before = 0, next;
    unsigned year;

    for (year = 2027; year <= 2111; year++) {
        date = years(year - 1601);
        next = job_begin(file);
        assert_true(next > before);
        before = next;
    }
}

TEST_BETWEEN(set_up, shared_file_tear_down, a_later_job_has_a_larger_number_on_each_day_around_the_20th_of_february_2029)
{
    const uint64_t day = 864000000000, since = years(2029 - 1601);
    uint64_t before = 0, next;
    unsigned i;

    for (i = 0; i < 365; i++) {
        date = since + i * day;
        next = job_begin(file);
        assert_true(next > before);
        before = next;
    }
}
