/* SPDX-License-Identifier: MIT */
/*
 * Every call of cycletime_host.so while one of the C library's fails that it makes: the first, the second, and so on until
 * there is none left to fail, alone or with all behind it. It says so and touches nothing, or its answer lies between the
 * one before and the one behind, as true ones do; no descriptor stays open; and afterwards it answers as before. Each in a
 * process of its own, since what fails may do so at the first call ever.
 */
#include "apart.h"
#include "fault.h"
#include "linux_clocks.h"
#include "../host/fake_tree.h"
#include "host/boot_facts.h"
#include "protocol/clock_line.h"
#include "protocol/host_calls.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern int32_t (*const __wine_unix_call_funcs[HOST_CALLS])(void *);

enum { MOST = 200, WORDS = 512, ROUNDS = 10, ID = 4 };
static const int errors[] = { EIO, ENOENT, EEXIST };  /* the last two mean something to whoever opens a file */

static struct fake_tree prefix;

union arguments {
    struct host_version version;
    struct host_rate rate;
    struct host_thread_begin thread_begin;
    struct host_cycles cycles;
    struct host_own_times own_times;
    struct host_thread thread;
    struct host_times times;
    struct host_measure measure;
    struct host_processors processors;
    struct host_idle_state_count idle_state_count;
    struct host_idle_state idle_state;
    struct host_process_begin process_begin;
    struct host_process process;
    struct host_records records;
    struct host_own_clock own_clock;
    struct host_own_line own_line;
    struct host_descendants descendants;
    struct host_other_thread other_thread;
    struct host_listed listed;
    struct host_membership membership;
    struct host_job job;
    struct host_moment moment;
    struct host_clock_source clock_source;
    struct host_program program;
    struct host_exit_code exit_code;
    struct host_shared shared;
    uint64_t words[WORDS];
};

static int32_t call(enum host_call number, union arguments *arguments)
{
    return __wine_unix_call_funcs[number](arguments);
}

/* No two processes are created at the same time. */
static uint64_t creation(void)
{
    return 132000000000000000 + (uint64_t)getpid();
}

static void ask(union arguments *arguments, enum host_call number)
{
    static struct clock_line line;

    memset(arguments, 0xcc, sizeof *arguments);
    switch (number) {
    case HOST_CALL_VERSION: arguments->version.version = HOST_VERSION; break;
    case HOST_CALL_RATE: arguments->rate.cycles_per_second = RATE; break;
    case HOST_CALL_THREAD_BEGIN: arguments->thread_begin.id = ID; break;
    case HOST_CALL_OWN_THREAD_TIMES: arguments->own_times.creation = 0; break;
    case HOST_CALL_RECORDS: arguments->records.address = 0; break;
    case HOST_CALL_MOMENT:
        arguments->moment.line = (uintptr_t)&line;
        arguments->moment.clock = HOST_LINE_BOOT;
        break;
    case HOST_CALL_THREAD: arguments->thread.id = ID; arguments->thread.creation = 0; break;
    case HOST_CALL_MEASURE:
        arguments->measure.what = HOST_MEASURED_PROCESS_TIMES;
        arguments->measure.rounds = ROUNDS;
        break;
    case HOST_CALL_PROCESSORS:
        arguments->processors.first = 0;
        arguments->processors.count = arguments->processors.counted = 1;
        break;
    case HOST_CALL_IDLE_STATE_COUNT: arguments->idle_state_count.processor = 0; break;
    case HOST_CALL_IDLE_STATE: arguments->idle_state.processor = arguments->idle_state.index = 0; break;
    case HOST_CALL_PROCESS_BEGIN:
        arguments->process_begin = (struct host_process_begin){ .id = ID, .creation = creation() };
        break;
    case HOST_CALL_PROCESS:
        arguments->process.id = ID;
        arguments->process.creation = creation();
        arguments->process.split = 1;
        arguments->process.ended = 0;
        break;
    case HOST_CALL_PROGRAM: arguments->program = (struct host_program){ .run = 1, .name = "a.exe" }; break;
    case HOST_CALL_EXIT_CODE: arguments->exit_code.id = 0; break;
    case HOST_CALL_DESCENDANTS:
        arguments->descendants.id = ID;
        arguments->descendants.creation = creation();
        break;
    case HOST_CALL_OTHER_THREAD:
        arguments->other_thread.id = arguments->other_thread.process = ID;
        arguments->other_thread.creation = 0;
        break;
    case HOST_CALL_MEMBERSHIP:
        arguments->membership =
            (struct host_membership){ .id = ID, .creation = creation(), .step = HOST_MEMBERSHIP_BEGINS };
        break;
    case HOST_CALL_JOB:
        arguments->membership =
            (struct host_membership){ .id = ID, .creation = creation(), .step = HOST_MEMBERSHIP_BEGINS };
        call(HOST_CALL_MEMBERSHIP, arguments);
        memset(arguments, 0xcc, sizeof *arguments);
        arguments->job.job = 0;
        arguments->job.times = arguments->job.count = 1;
        arguments->job.ids[0] = ID;
        break;
    case HOST_CALL_LISTED:
        arguments->listed.id = arguments->listed.of[0].id = ID;
        arguments->listed.creation = creation();
        arguments->listed.count = 1;
        arguments->listed.of[0].creation = 0;
        break;
    default: break;
    }
}

static bool is_between(uint64_t low, uint64_t value, uint64_t high)
{
    return low <= value && value <= high;
}

/* All that a call tells grows or stays, but for the share of a total that the kernel has. ERROR is what something failed
   with. */
static bool is_true(enum host_call number, int error, const union arguments *low, const union arguments *got,
                    const union arguments *high)
{
    size_t i;

    switch (number) {
    case HOST_CALL_CLOCK_SOURCE: /* a busy machine may hold up all readings of one */
        for (i = 0; i < HOST_LINES; i++)
            if (got->clock_source.readings[i] > HOST_READING_FAILED) return false;
        return !got->clock_source.name[0] || !strcmp(got->clock_source.name, high->clock_source.name);
    case HOST_CALL_SHARED: /* where it is refused is told with the reason */
        return got->shared.state <= HOST_NOT_SHARED && !got->shared.refused[0] == !got->shared.why[0]
               && (got->shared.state != HOST_SHARED || !got->shared.refused[0]);
    case HOST_CALL_OWN_LINE: return got->own_line.layout == high->own_line.layout;
    case HOST_CALL_OWN_CLOCK: return got->own_clock.way < HOST_CLOCKS;
    case HOST_CALL_RECORDS: return got->records.address == high->records.address;
    case HOST_CALL_MEASURE: return is_between(1, got->measure.nanoseconds, 1000000000);
    case HOST_CALL_OWN_THREAD_TIMES:
        return is_between(low->own_times.total, got->own_times.total, high->own_times.total)
               && got->own_times.kernel <= got->own_times.total;
    case HOST_CALL_PROCESS_TIMES:
        return is_between(low->times.total, got->times.total, high->times.total) && got->times.kernel <= got->times.total;
    case HOST_CALL_THREAD:  /* GONE: its clock is, and the last cycles stand */
        if (got->thread.state == HOST_THREAD_GONE) return got->thread.cycles <= high->thread.cycles && !got->thread.total;
        return is_between(low->thread.cycles, got->thread.cycles, high->thread.cycles)
               && is_between(low->thread.total, got->thread.total, high->thread.total);
    case HOST_CALL_IDLE_STATE_COUNT:  /* the first that does not exist ends them */
        return is_between(error == ENOENT ? 1 : high->idle_state_count.count, got->idle_state_count.count,
                          high->idle_state_count.count);
    case HOST_CALL_PROCESS:  /* not exact: what it published last */
        return is_between(got->process.exact ? low->process.total : 0, got->process.total, high->process.total)
               && got->process.kernel <= got->process.total && !got->process.ended;
    case HOST_CALL_MEMBERSHIP: return got->membership.job != 0;
    case HOST_CALL_JOB: /* its one process may not be found to live */
        return is_between(0, got->job.total, high->job.total) && got->job.kernel <= got->job.total;
    case HOST_CALL_LISTED:
        return is_between(0, got->listed.total, high->listed.total)
               && (got->listed.of[0].state == HOST_THREAD_GONE
                   || is_between(0, got->listed.of[0].total, high->listed.total));
    default:
        for (i = 0; i < WORDS; i++)
            if (!is_between(low->words[i], got->words[i], high->words[i])) return false;
        return true;
    }
}

static int descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int number = 0;

    if (!folder) return -1;
    while (readdir(folder)) number++;
    closedir(folder);
    return number;
}

/* What is found out for each boot is kept beside the prefix, and nobody has found it out before. */
void __real_boot_facts_read(const char *folder, struct boot_facts *facts);
void __wrap_boot_facts_read(const char *folder, struct boot_facts *facts);
void __wrap_boot_facts_read(const char *folder, struct boot_facts *facts)
{
    __real_boot_facts_read(folder ? folder : prefix.root, facts);
}

void __real_boot_facts_keep(const char *folder, const struct boot_facts *facts);
void __wrap_boot_facts_keep(const char *folder, const struct boot_facts *facts);
void __wrap_boot_facts_keep(const char *folder, const struct boot_facts *facts)
{
    __real_boot_facts_keep(folder ? folder : prefix.root, facts);
}

static void forget_boot_facts(void)
{
    char path[160];

    snprintf(path, sizeof path, "%s/cycletime-boot-%u", prefix.root, (unsigned)geteuid());
    unlink(path);
}

/* What has to be there before a call makes sense. */
static void prepare(enum host_call number)
{
    static const enum host_call before[] = { HOST_CALL_VERSION, HOST_CALL_RATE, HOST_CALL_THREAD_BEGIN,
                                             HOST_CALL_PROCESS_BEGIN };
    union arguments arguments;
    size_t i;

    for (i = 0; i < sizeof before / sizeof *before && before[i] != number; i++) {
        if (number < HOST_CALL_PROCESS_BEGIN && before[i] == HOST_CALL_PROCESS_BEGIN) return;
        ask(&arguments, before[i]);
        if (call(before[i], &arguments) != HOST_DONE) abort();
    }
}

struct run {
    bool (*check)(const struct run *run, unsigned *calls);
    enum host_call number;
    unsigned position;  /* 0: nothing fails */
    int error;
    bool all_later, is_warm;
};

static bool say(const struct run *run, const char *what)
{
    fprintf(stderr, "call %d, the %u. call fails with %d%s%s: %s\n", run->number, run->position, run->error,
            run->all_later ? " and all behind it" : "", run->is_warm ? ", not for the first time" : "", what);
    return false;
}

/* The answer before it is nothing where there has been none; once a call has begun or ended something it is not
   repeated. */
static bool check_answer(const struct run *run, unsigned *calls)
{
    union arguments low = { 0 }, got, asked, high;
    int32_t status;

    prepare(run->number);
    ask(&low, run->number);
    if (run->is_warm) {
        if (call(run->number, &low) != HOST_DONE) return say(run, "was not answered before");
    } else memset(&low, 0, sizeof low);
    /* The states of a processor end where there is no further folder. */
    if (run->number == HOST_CALL_IDLE_STATE_COUNT && run->error == ENOENT) low.idle_state_count.count = 1;
    ask(&asked, run->number);
    got = asked;
    fault_begin(run->position, run->error, run->all_later);
    status = call(run->number, &got);
    *calls = fault_end();
    if (status != HOST_DONE) {
        if (status >= 0) return say(run, "no status");
        if (memcmp(&got, &asked, sizeof got)) return say(run, "an output was touched");
    }
    ask(&high, run->number);
    if (call(run->number, &high) != HOST_DONE) return !run->is_warm || say(run, "is not answered any more");
    return status != HOST_DONE || is_true(run->number, run->error, &low, &got, &high) || say(run, "not the truth");
}

/* Nothing is asked behind an end, so each stands at the end of a life, in which all succeeded. */
static bool end_with_a_failure(const struct run *run, unsigned *calls)
{
    union arguments arguments;
    int32_t thread, process;

    prepare(HOST_CALL_PROCESS);
    ask(&arguments, HOST_CALL_OWN_THREAD_CYCLES);
    if (call(HOST_CALL_OWN_THREAD_CYCLES, &arguments) != HOST_DONE) return false;
    fault_begin(run->position, run->error, run->all_later);
    thread = call(HOST_CALL_THREAD_END, &arguments);
    process = call(HOST_CALL_PROCESS_END, &arguments);
    *calls = fault_end();
    return thread == HOST_DONE && (process == HOST_DONE || process == HOST_FAILED);
}

/* What cannot be read is nothing, and what cannot be kept leaves what was there, or nothing. */
static bool keep_facts_with_a_failure(const struct run *run, unsigned *calls)
{
    const struct boot_facts old = { 2400000000, 0 }, new = { 2500000000, 1 }, nothing = { 0 };
    struct boot_facts told, after;

    boot_facts_keep(NULL, &old);
    fault_begin(run->position, run->error, run->all_later);
    boot_facts_read(NULL, &told);
    boot_facts_keep(NULL, &new);
    *calls = fault_end();
    boot_facts_read(NULL, &after);
    if (memcmp(&told, &old, sizeof told) && memcmp(&told, &nothing, sizeof told)) return say(run, "not the truth");
    return !memcmp(&after, &old, sizeof after) || !memcmp(&after, &new, sizeof after)
           || !memcmp(&after, &nothing, sizeof after) || say(run, "what is kept is not whole");
}

/* What the processes tell, in memory that they share. */
static struct told {
    unsigned calls;
    int left_open;
    bool good;
    unsigned points, operations;  /* of all */
} *told;

static void run_child(const struct run *run)
{
    const int before = descriptors();

    alarm(10);
    forget_boot_facts();
    told->good = run->check(run, &told->calls);
    told->left_open = descriptors() - before;
    _exit(0);
}

static void run_apart_from_all(const struct run *run)
{
    int status;
    pid_t child;

    told->good = false;
    child = fork();
    if (!child) run_child(run);
    if (waitpid(child, &status, 0) != child || status) say(run, "it ended");
    assert_int_equal(status, 0);
    assert_true(told->good);
}

/* How many descriptors a call leaves open when nothing fails, it may at most when something does. */
static void fail_at_each(struct run run)
{
    int may_stay;

    run.position = 0;
    run_apart_from_all(&run);
    may_stay = told->left_open;
    told->operations++;
    for (run.position = 1; run.position < MOST; run.position++) {
        run_apart_from_all(&run);
        if (told->left_open > may_stay) say(&run, "a descriptor is left open");
        assert_true(told->left_open <= may_stay);
        if (told->calls < run.position) return;
        told->points++;
    }
    fail_msg("call %d: no end of calls", run.number);
}

static void fail_in_every_way(enum host_call number)
{
    struct run run = { .check = check_answer, .number = number };
    size_t i;
    int way;

    for (way = 0; way < 4; way++)
        for (i = 0; i < sizeof errors / sizeof *errors; i++) {
            run.is_warm = way & 1;
            run.all_later = way & 2;
            run.error = errors[i];
            fail_at_each(run);
        }
}

static bool is_told_here(enum host_call number)
{
    union arguments arguments;
    int status;
    pid_t child = fork();

    if (!child) {
        prepare(number);
        ask(&arguments, number);
        _exit(call(number, &arguments) != HOST_DONE);
    }
    return waitpid(child, &status, 0) == child && !status;
}

static void a_call_survives_every_failure(void **state)
{
    const enum host_call number = (enum host_call)(uintptr_t)*state;

    if (is_told_here(number)) fail_in_every_way(number);
    else SKIP_BECAUSE("this machine does not tell it");
}

static void survive_every_failure(bool (*check)(const struct run *run, unsigned *calls))
{
    struct run run = { .check = check };
    size_t i;

    for (i = 0; i < sizeof errors / sizeof *errors; i++) {
        run.error = errors[i];
        run.all_later = false;
        fail_at_each(run);
        run.all_later = true;
        fail_at_each(run);
    }
}

static void the_end_survives_every_failure(void **state)
{
    (void)state;
    survive_every_failure(end_with_a_failure);
}

static void what_is_kept_for_a_boot_survives_every_failure(void **state)
{
    (void)state;
    survive_every_failure(keep_facts_with_a_failure);
}

static int set_up(void **state)
{
    (void)state;
    prefix = fake_tree_make();
    return setenv("WINEPREFIX", prefix.root, 1);
}

/* The file of this prefix goes with its last user. */
static int tear_down(void **state)
{
    struct run run = { .check = end_with_a_failure };

    (void)state;
    run_apart_from_all(&run);
    fake_tree_remove(&prefix);
    return 0;
}

#define END cmocka_unit_test_setup_teardown(the_end_survives_every_failure, set_up, tear_down)
#define FACTS cmocka_unit_test_setup_teardown(what_is_kept_for_a_boot_survives_every_failure, set_up, tear_down)
#define CALL(number) { #number " survives every failure", a_call_survives_every_failure, set_up, tear_down, (void *)number }

int main(void)
{
    static const struct CMUnitTest tests[] = {
        CALL(HOST_CALL_VERSION), CALL(HOST_CALL_RATE), CALL(HOST_CALL_THREAD_BEGIN), CALL(HOST_CALL_OWN_THREAD_CYCLES),
        CALL(HOST_CALL_OWN_THREAD_TIMES), CALL(HOST_CALL_THREAD), CALL(HOST_CALL_PROCESS_CYCLES),
        CALL(HOST_CALL_PROCESS_TIMES), CALL(HOST_CALL_MEASURE), CALL(HOST_CALL_PROCESSORS),
        CALL(HOST_CALL_IDLE_STATE_COUNT), CALL(HOST_CALL_IDLE_STATE),
        CALL(HOST_CALL_PROCESS_BEGIN), CALL(HOST_CALL_PROCESS), CALL(HOST_CALL_CLOCKS),
        CALL(HOST_CALL_RECORDS), CALL(HOST_CALL_OWN_CLOCK), CALL(HOST_CALL_OWN_LINE),
        CALL(HOST_CALL_DESCENDANTS), CALL(HOST_CALL_OTHER_THREAD), CALL(HOST_CALL_LISTED),
        CALL(HOST_CALL_MEMBERSHIP), CALL(HOST_CALL_JOB), CALL(HOST_CALL_MOMENT),
        CALL(HOST_CALL_PROCESS_AWAITED), CALL(HOST_CALL_CLOCK_SOURCE),
        CALL(HOST_CALL_PROGRAM), CALL(HOST_CALL_EXIT_CODE), CALL(HOST_CALL_SHARED), FACTS, END,
    };
    int failed;

    _Static_assert(sizeof tests / sizeof *tests == HOST_CALLS - 2,
                   "what is kept for a boot, and every call, but two that go together, the copy, which asks nobody, and "
                   "children, which this program's place lets none follow");
    told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (told == MAP_FAILED) return 1;
    failed = RUN_APART(tests);
    printf("faults: %u points in %u operations\n", told->points, told->operations);
    return failed || told->points <= told->operations;
}
