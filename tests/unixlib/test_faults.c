/* SPDX-License-Identifier: MIT */
/*
 * Every call of cycletime_unixlib.so while one of the C library's fails that it makes: the first, the second, and so on
 * until there is none left to fail, alone or with all behind it. It says so and touches nothing, or its answer lies between
 * the one before and the one behind, as true ones do; no descriptor stays open; and afterwards it answers as before. Each
 * in a process of its own, since what fails may do so at the first call ever.
 */
#include "apart.h"
#include "fault.h"
#include "linux_clocks.h"
#include "fake_tree.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/shared_folders.h"
#include "protocol/tsc_scale.h"
#include "protocol/unixlib_calls.h"
#include "unixlib/threads/thread_clock.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern int32_t (*const __wine_unix_call_funcs[UNIXLIB_CALLS])(void *);

enum { MOST = 200, WORDS = 512, ROUNDS = 10, ID = 4, FOLDER = 80 };
static const int errors[] = { EIO, ENOENT, EEXIST };  /* code that opens files acts on the last two */

static struct fake_tree prefix;

union arguments {
    struct unixlib_version version;
    struct unixlib_rate rate;
    struct unixlib_thread_begin thread_begin;
    struct unixlib_cycles cycles;
    struct unixlib_own_times own_times;
    struct unixlib_thread thread;
    struct unixlib_times times;
    struct unixlib_measure measure;
    struct unixlib_processors processors;
    struct unixlib_system system;
    struct unixlib_frequencies frequencies;
    struct unixlib_idle_state_count idle_state_count;
    struct unixlib_idle_state idle_state;
    struct unixlib_process_begin process_begin;
    struct unixlib_process process;
    struct unixlib_thread_table thread_table;
    struct unixlib_own_clock own_clock;
    struct unixlib_own_snapshot own_snapshot;
    struct unixlib_descendants descendants;
    struct unixlib_other_thread other_thread;
    struct unixlib_listed listed;
    struct unixlib_scheduled_thread scheduled;
    struct unixlib_membership membership;
    struct unixlib_job job;
    struct unixlib_job_period job_period;
    struct unixlib_job_holder job_holder;
    struct unixlib_moment moment;
    struct unixlib_clock_source clock_source;
    struct unixlib_program program;
    struct unixlib_exit_code exit_code;
    struct unixlib_shared shared;
    uint64_t words[WORDS];
};

static int32_t call(enum unixlib_call number, union arguments *arguments)
{
    return __wine_unix_call_funcs[number](arguments);
}

static uint64_t begun; /* how many processes there have been */

/* A later process of the same id is created later, though its number for Linux may be lower. */
static uint64_t creation(void)
{
    return 132000000000000000 + begun;
}

static pid_t begin_process(void)
{
    begun++;
    return fork();
}

/* The thread's clock is decided before its snapshot is asked for. */
static void read_own_clock(union arguments *arguments)
{
    call(UNIXLIB_CALL_OWN_THREAD_CYCLES, arguments);
    memset(arguments, 0xcc, sizeof *arguments);
}

static void ask_about_threads(union arguments *arguments, enum unixlib_call number)
{
    static struct tsc_scale scale;

    switch (number) {
    case UNIXLIB_CALL_VERSION: arguments->version.version = UNIXLIB_VERSION; break;
    case UNIXLIB_CALL_RATE: arguments->rate.cycles_per_second = RATE; break;
    case UNIXLIB_CALL_THREAD_BEGIN: arguments->thread_begin.id = ID; break;
    case UNIXLIB_CALL_OWN_THREAD_TIMES: arguments->own_times.creation = 0; break;
    case UNIXLIB_CALL_THREAD_TABLE: arguments->thread_table.address = 0; break;
    case UNIXLIB_CALL_MOMENT:
        arguments->moment.scale = (uintptr_t)&scale;
        arguments->moment.clock = UNIXLIB_SCALE_BOOT;
        break;
    case UNIXLIB_CALL_THREAD: arguments->thread = (struct unixlib_thread){ .id = ID }; break;
    case UNIXLIB_CALL_OTHER_THREAD:
        arguments->other_thread = (struct unixlib_other_thread){ .id = ID, .process = ID };
        break;
    case UNIXLIB_CALL_SCHEDULING: arguments->scheduled = (struct unixlib_scheduled_thread){ .id = ID }; break;
    case UNIXLIB_CALL_OWN_SNAPSHOT: read_own_clock(arguments); break;
    case UNIXLIB_CALL_MEASURE:
        arguments->measure.what = UNIXLIB_MEASURED_PROCESS_TIMES;
        arguments->measure.rounds = ROUNDS;
        break;
    default: break;
    }
}

static void ask_about_processors(union arguments *arguments, enum unixlib_call number)
{
    switch (number) {
    case UNIXLIB_CALL_PROCESSORS:
        arguments->processors.first = 0;
        arguments->processors.count = arguments->processors.counted = 1;
        break;
    case UNIXLIB_CALL_FREQUENCIES:
        arguments->frequencies.first = 0;
        arguments->frequencies.count = 1;
        break;
    case UNIXLIB_CALL_IDLE_STATE_COUNT: arguments->idle_state_count.processor = 0; break;
    case UNIXLIB_CALL_IDLE_STATE: arguments->idle_state.processor = arguments->idle_state.index = 0; break;
    default: break;
    }
}

/* Sets the exit code as a process does that is about to end this one. */
static void set_exit_code(union arguments *arguments)
{
    arguments->exit_code = (struct unixlib_exit_code){ .id = ID, .creation = creation(), .code = 7 };
    call(UNIXLIB_CALL_EXIT_CODE, arguments);
    memset(arguments, 0xcc, sizeof *arguments);
}

static void ask_about_processes(union arguments *arguments, enum unixlib_call number)
{
    switch (number) {
    case UNIXLIB_CALL_PROCESS_BEGIN:
        arguments->process_begin = (struct unixlib_process_begin){ .id = ID, .creation = creation() };
        break;
    case UNIXLIB_CALL_PROCESS:
        arguments->process.id = ID;
        arguments->process.creation = creation();
        arguments->process.split = 1;
        arguments->process.ended = 0;
        break;
    case UNIXLIB_CALL_PROGRAM: arguments->program = (struct unixlib_program){ .run = 1, .name = "a.exe" }; break;
    case UNIXLIB_CALL_EXIT_CODE: arguments->exit_code.id = 0; break;
    case UNIXLIB_CALL_OWN_EXIT_CODE: set_exit_code(arguments); break;
    case UNIXLIB_CALL_DESCENDANTS:
        arguments->descendants.id = ID;
        arguments->descendants.creation = creation();
        break;
    case UNIXLIB_CALL_LISTED:
        arguments->listed.id = arguments->listed.of[0].id = ID;
        arguments->listed.creation = creation();
        arguments->listed.count = 1;
        arguments->listed.of[0].creation = 0;
        break;
    default: break;
    }
}

static void ask_for_membership(union arguments *arguments)
{
    arguments->membership =
        (struct unixlib_membership){ .id = ID, .creation = creation(), .step = UNIXLIB_MEMBERSHIP_BEGINS, .handle = 8 };
}

/* The process is in a job before a job is asked about. */
static void ask_about_jobs(union arguments *arguments, enum unixlib_call number)
{
    switch (number) {
    case UNIXLIB_CALL_MEMBERSHIP: ask_for_membership(arguments); break;
    case UNIXLIB_CALL_JOB:
        ask_for_membership(arguments);
        call(UNIXLIB_CALL_MEMBERSHIP, arguments);
        memset(arguments, 0xcc, sizeof *arguments);
        arguments->job.job = 0;
        arguments->job.times = arguments->job.count = 1;
        arguments->job.ids[0] = ID;
        break;
    case UNIXLIB_CALL_JOB_PERIOD:
        ask_for_membership(arguments);
        call(UNIXLIB_CALL_MEMBERSHIP, arguments);
        arguments->job_period = (struct unixlib_job_period){ .job = arguments->membership.job };
        break;
    case UNIXLIB_CALL_JOB_HOLDER:
        ask_for_membership(arguments);
        call(UNIXLIB_CALL_MEMBERSHIP, arguments);
        arguments->job_holder = (struct unixlib_job_holder){ .place = 0 };
        break;
    default: break;
    }
}

static void ask(union arguments *arguments, enum unixlib_call number)
{
    memset(arguments, 0xcc, sizeof *arguments);
    ask_about_threads(arguments, number);
    ask_about_processors(arguments, number);
    ask_about_processes(arguments, number);
    ask_about_jobs(arguments, number);
}

static bool is_between(uint64_t low, uint64_t value, uint64_t high)
{
    return low <= value && value <= high;
}

static bool is_true_of_threads(enum unixlib_call number, const union arguments *low, const union arguments *got,
                               const union arguments *high)
{
    size_t i;

    switch (number) {
    case UNIXLIB_CALL_THREAD_TABLE: return got->thread_table.address == high->thread_table.address;
    case UNIXLIB_CALL_OWN_CLOCK: return got->own_clock.method < UNIXLIB_CLOCKS;
    case UNIXLIB_CALL_OWN_SNAPSHOT: return got->own_snapshot.layout == high->own_snapshot.layout;
    case UNIXLIB_CALL_OWN_THREAD_TIMES:
        return is_between(low->own_times.total, got->own_times.total, high->own_times.total)
               && got->own_times.kernel <= got->own_times.total;
    case UNIXLIB_CALL_THREAD:  /* GONE: its clock is, and the last cycles stand */
        if (got->thread.state == UNIXLIB_THREAD_GONE)
            return got->thread.cycles <= high->thread.cycles && !got->thread.total;
        return is_between(low->thread.cycles, got->thread.cycles, high->thread.cycles)
               && is_between(low->thread.total, got->thread.total, high->thread.total);
    case UNIXLIB_CALL_SCHEDULING: /* the number of switches may not be reported */
        return got->scheduled.scheduling.letter == 'R'
               && is_between(0, got->scheduled.scheduling.switches, high->scheduled.scheduling.switches);
    default:
        for (i = 0; i < WORDS; i++)
            if (!is_between(low->words[i], got->words[i], high->words[i])) return false;
        return true;
    }
}

static bool is_true_of_processes(enum unixlib_call number, const union arguments *low, const union arguments *got,
                                 const union arguments *high)
{
    switch (number) {
    case UNIXLIB_CALL_PROCESS_TIMES:
        return is_between(low->times.total, got->times.total, high->times.total) && got->times.kernel <= got->times.total;
    case UNIXLIB_CALL_PROCESS:  /* it may be what the process published last */
        return is_between(0, got->process.total, high->process.total)
               && got->process.kernel <= got->process.total && !got->process.ended;
    case UNIXLIB_CALL_MEMBERSHIP: return got->membership.job != 0;
    case UNIXLIB_CALL_JOB_PERIOD: return got->job_period.job != 0;
    case UNIXLIB_CALL_JOB_HOLDER: return got->job_holder.job != 0 && got->job_holder.handle == 8;
    case UNIXLIB_CALL_OWN_EXIT_CODE: return got->exit_code.code == 7;
    case UNIXLIB_CALL_JOB: /* its one process may not be found to live */
        return is_between(0, got->job.total, high->job.total) && got->job.kernel <= got->job.total;
    case UNIXLIB_CALL_LISTED:
        return is_between(0, got->listed.total, high->listed.total)
               && (got->listed.of[0].state == UNIXLIB_THREAD_GONE
                   || is_between(0, got->listed.of[0].total, high->listed.total));
    case UNIXLIB_CALL_SHARED: /* the answer has both the refused path and the reason, or neither */
        return got->shared.state <= UNIXLIB_NOT_SHARED && !got->shared.refused[0] == !got->shared.why[0]
               && (got->shared.state != UNIXLIB_SHARED || !got->shared.refused[0]);
    default: return is_true_of_threads(number, low, got, high);
    }
}

/* All that a call reports grows or stays, but for the share of a total that the kernel has. ERROR is what something failed
   with. */
static bool is_true(enum unixlib_call number, int error, const union arguments *low, const union arguments *got,
                    const union arguments *high)
{
    size_t i;

    switch (number) {
    case UNIXLIB_CALL_CLOCK_SOURCE: /* a busy machine may hold up all readings of one */
        for (i = 0; i < UNIXLIB_SCALES; i++)
            if (got->clock_source.readings[i] > UNIXLIB_READING_FAILED) return false;
        return !got->clock_source.name[0] || !strcmp(got->clock_source.name, high->clock_source.name);
    case UNIXLIB_CALL_SYSTEM:
        return is_between(low->system.context_switches, got->system.context_switches, high->system.context_switches)
               && got->system.swap_free <= got->system.swap_total && got->system.cpus == high->system.cpus;
    case UNIXLIB_CALL_FREQUENCIES: return got->frequencies.of[0].current != 0;
    case UNIXLIB_CALL_MEASURE: return is_between(1, got->measure.nanoseconds, 1000000000);
    case UNIXLIB_CALL_IDLE_STATE_COUNT:  /* the first that does not exist ends them */
        return is_between(error == ENOENT ? 1 : high->idle_state_count.count, got->idle_state_count.count,
                          high->idle_state_count.count);
    default: return is_true_of_processes(number, low, got, high);
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

/* The facts of a boot are kept beside the prefix, and are not known before. */
void __real_boot_cache_read(const char *folder, struct boot_cache *facts);
void __wrap_boot_cache_read(const char *folder, struct boot_cache *facts);
void __wrap_boot_cache_read(const char *folder, struct boot_cache *facts)
{
    __real_boot_cache_read(folder ? folder : prefix.root, facts);
}

void __real_boot_cache_keep(const char *folder, const struct boot_cache *facts);
void __wrap_boot_cache_keep(const char *folder, const struct boot_cache *facts);
void __wrap_boot_cache_keep(const char *folder, const struct boot_cache *facts)
{
    __real_boot_cache_keep(folder ? folder : prefix.root, facts);
}

/* The shared file is in a folder of this test. In /dev/shm other processes use and replace it, and each of their entries
   adds calls. */
void __real_shared_folders_find(struct shared_folders *folders, const char *only);
void __wrap_shared_folders_find(struct shared_folders *folders, const char *only);
void __wrap_shared_folders_find(struct shared_folders *folders, const char *only)
{
    static char own[FOLDER];

    __real_shared_folders_find(folders, only);
    if (only) return;
    snprintf(own, sizeof own, "%s/shm", prefix.root);
    folders->of[0] = own;
}

static void forget_boot_cache(void)
{
    char path[160];

    snprintf(path, sizeof path, "%s/cycletime-boot-%u", prefix.root, (unsigned)geteuid());
    unlink(path);
}

/* Prepares what a call needs, such as an entry or a job. */
static void prepare(enum unixlib_call number)
{
    static const enum unixlib_call before[] = { UNIXLIB_CALL_VERSION, UNIXLIB_CALL_RATE, UNIXLIB_CALL_THREAD_BEGIN,
                                             UNIXLIB_CALL_PROCESS_BEGIN };
    union arguments arguments;
    size_t i;

    for (i = 0; i < sizeof before / sizeof *before && before[i] != number; i++) {
        if (number < UNIXLIB_CALL_PROCESS_BEGIN && before[i] == UNIXLIB_CALL_PROCESS_BEGIN) return;
        ask(&arguments, before[i]);
        if (call(before[i], &arguments) != UNIXLIB_DONE) abort();
    }
}

struct run {
    bool (*check)(const struct run *run, unsigned *calls);
    enum unixlib_call number;
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
        if (call(run->number, &low) != UNIXLIB_DONE) return say(run, "was not answered before");
    } else memset(&low, 0, sizeof low);
    /* The states of a processor end where there is no further folder. */
    if (run->number == UNIXLIB_CALL_IDLE_STATE_COUNT && run->error == ENOENT) low.idle_state_count.count = 1;
    ask(&asked, run->number);
    got = asked;
    fault_begin(run->position, run->error, run->all_later);
    status = call(run->number, &got);
    *calls = fault_end();
    if (status != UNIXLIB_DONE) {
        if (status >= 0) return say(run, "no status");
        if (memcmp(&got, &asked, sizeof got)) return say(run, "an output was touched");
    }
    ask(&high, run->number);
    if (call(run->number, &high) != UNIXLIB_DONE) return !run->is_warm || say(run, "is not answered any more");
    return status != UNIXLIB_DONE || is_true(run->number, run->error, &low, &got, &high) || say(run, "not the truth");
}

/* Nothing is asked behind an end, so each stands at the end of a life, in which all succeeded. */
static bool end_with_a_failure(const struct run *run, unsigned *calls)
{
    union arguments arguments;
    int32_t process;

    prepare(UNIXLIB_CALL_PROCESS);
    ask(&arguments, UNIXLIB_CALL_OWN_THREAD_CYCLES);
    if (call(UNIXLIB_CALL_OWN_THREAD_CYCLES, &arguments) != UNIXLIB_DONE) return false;
    fault_begin(run->position, run->error, run->all_later);
    thread_end();
    process = call(UNIXLIB_CALL_PROCESS_END, &arguments);
    *calls = fault_end();
    return process == UNIXLIB_DONE || process == UNIXLIB_FAILED;
}

/* Facts that cannot be read count as unknown; if new ones cannot be kept, the old ones stay, or none. */
static bool keep_facts_with_a_failure(const struct run *run, unsigned *calls)
{
    const struct boot_cache old = { 2400000000, 0 }, new = { 2500000000, 1 }, nothing = { 0 };
    struct boot_cache reported, after;

    boot_cache_keep(NULL, &old);
    fault_begin(run->position, run->error, run->all_later);
    boot_cache_read(NULL, &reported);
    boot_cache_keep(NULL, &new);
    *calls = fault_end();
    boot_cache_read(NULL, &after);
    if (memcmp(&reported, &old, sizeof reported) && memcmp(&reported, &nothing, sizeof reported))
        return say(run, "not the truth");
    return !memcmp(&after, &old, sizeof after) || !memcmp(&after, &new, sizeof after)
           || !memcmp(&after, &nothing, sizeof after) || say(run, "what is kept is not whole");
}

/* The results of the processes, in memory that they share. */
static struct reported {
    unsigned calls;
    int left_open;
    bool good;
    unsigned points, operations;  /* of all */
} *reported;

static void run_child(const struct run *run)
{
    const int before = descriptors();

    setitimer(ITIMER_PROF, &(struct itimerval){ .it_value.tv_sec = 10 }, NULL);
    forget_boot_cache();
    reported->good = run->check(run, &reported->calls);
    reported->left_open = descriptors() - before;
    _exit(0);
}

static void run_apart_from_all(const struct run *run)
{
    int status;
    pid_t child;

    reported->good = false;
    child = begin_process();
    if (!child) run_child(run);
    if (waitpid(child, &status, 0) != child || status) say(run, "it ended");
    assert_int_equal(status, 0);
    assert_true(reported->good);
}

/* How many descriptors a call leaves open when nothing fails, it may at most when something does. */
static void fail_at_each(struct run run)
{
    int may_stay;

    run.position = 0;
    run_apart_from_all(&run);
    may_stay = reported->left_open;
    reported->operations++;
    for (run.position = 1; run.position < MOST; run.position++) {
        run_apart_from_all(&run);
        if (reported->left_open > may_stay) say(&run, "a descriptor is left open");
        assert_true(reported->left_open <= may_stay);
        if (reported->calls < run.position) return;
        reported->points++;
    }
    fail_msg("call %d: no end of calls", run.number);
}

static void fail_every_call(enum unixlib_call number)
{
    struct run run = { .check = check_answer, .number = number };
    size_t i;
    int mode;

    for (mode = 0; mode < 4; mode++)
        for (i = 0; i < sizeof errors / sizeof *errors; i++) {
            run.is_warm = mode & 1;
            run.all_later = mode & 2;
            run.error = errors[i];
            fail_at_each(run);
        }
}

static bool is_reported_here(enum unixlib_call number)
{
    union arguments arguments;
    int status;
    pid_t child = begin_process();

    if (!child) {
        prepare(number);
        ask(&arguments, number);
        _exit(call(number, &arguments) != UNIXLIB_DONE);
    }
    return waitpid(child, &status, 0) == child && !status;
}

/* Makes the first two folders of a shared file; the third is the prefix. */
static int set_up(void **state)
{
    char shared[FOLDER], runtime[FOLDER];

    prefix = fake_tree_make();
    snprintf(shared, sizeof shared, "%s/shm", prefix.root);
    snprintf(runtime, sizeof runtime, "%s/run", prefix.root);
    return mkdir(shared, 0700) || mkdir(runtime, 0700) || setenv("WINEPREFIX", prefix.root, 1)
           || setenv("XDG_RUNTIME_DIR", runtime, 1);
}

static int tear_down(void **state)
{
    fake_tree_remove(&prefix);
    return 0;
}

#define CALL(number) { #number " survives every failure", a_call_survives_every_failure, set_up, tear_down, (void *)number }

/* All calls but two have a test: the copy makes no system call, and this program's children cannot follow it. */
TEST_CASES(a_call_survives_every_failure,
           CALL(UNIXLIB_CALL_VERSION), CALL(UNIXLIB_CALL_RATE), CALL(UNIXLIB_CALL_THREAD_BEGIN),
           CALL(UNIXLIB_CALL_OWN_THREAD_CYCLES), CALL(UNIXLIB_CALL_OWN_THREAD_TIMES), CALL(UNIXLIB_CALL_THREAD),
           CALL(UNIXLIB_CALL_PROCESS_CYCLES), CALL(UNIXLIB_CALL_PROCESS_TIMES), CALL(UNIXLIB_CALL_MEASURE),
           CALL(UNIXLIB_CALL_PROCESSORS), CALL(UNIXLIB_CALL_IDLE_STATE_COUNT), CALL(UNIXLIB_CALL_IDLE_STATE),
           CALL(UNIXLIB_CALL_PROCESS_BEGIN), CALL(UNIXLIB_CALL_PROCESS), CALL(UNIXLIB_CALL_CLOCKS),
           CALL(UNIXLIB_CALL_THREAD_TABLE), CALL(UNIXLIB_CALL_OWN_CLOCK), CALL(UNIXLIB_CALL_OWN_SNAPSHOT),
           CALL(UNIXLIB_CALL_DESCENDANTS), CALL(UNIXLIB_CALL_OTHER_THREAD), CALL(UNIXLIB_CALL_LISTED),
           CALL(UNIXLIB_CALL_SCHEDULING), CALL(UNIXLIB_CALL_MEMBERSHIP), CALL(UNIXLIB_CALL_JOB),
           CALL(UNIXLIB_CALL_JOB_PERIOD), CALL(UNIXLIB_CALL_JOB_HOLDER), CALL(UNIXLIB_CALL_MOMENT),
           CALL(UNIXLIB_CALL_PROCESS_AWAITED),
           CALL(UNIXLIB_CALL_CLOCK_SOURCE), CALL(UNIXLIB_CALL_PROGRAM), CALL(UNIXLIB_CALL_EXIT_CODE),
           CALL(UNIXLIB_CALL_OWN_EXIT_CODE), CALL(UNIXLIB_CALL_SHARED), CALL(UNIXLIB_CALL_SYSTEM),
           CALL(UNIXLIB_CALL_FREQUENCIES))
{
    const enum unixlib_call number = (enum unixlib_call)(uintptr_t)*state;

    if (is_reported_here(number)) fail_every_call(number);
    else SKIP_BECAUSE("this machine does not report it");
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

TEST_BETWEEN(set_up, tear_down, the_end_survives_every_failure)
{
    survive_every_failure(end_with_a_failure);
}

TEST_BETWEEN(set_up, tear_down, what_is_kept_for_a_boot_survives_every_failure)
{
    survive_every_failure(keep_facts_with_a_failure);
}

int main(void)
{
    int failed;

    if (copy_tests(NULL, NULL) != UNIXLIB_CALLS - 1) return puts("faults: a call has no test, or two"), 1;
    reported = mmap(NULL, sizeof *reported, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (reported == MAP_FAILED) return 1;
    failed = run_apart();
    printf("faults: %u points in %u operations\n", reported->points, reported->operations);
    return failed || reported->points <= reported->operations;
}
