/* SPDX-License-Identifier: MIT */
/* The life of a thread's entry, and the answers to questions about another thread. */
#include "apart.h"
#include "linux_clocks.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/threads/thread_clock.h"
#include "unixlib/calls/functions.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>

enum { OWN = 4, OTHER = 8 };

static int start(void **state)
{
    return !thread_clock_open() || !tsc_conversion_set(RATE) || !thread_begin(OWN, 0);
}

static struct unixlib_thread ask(uint32_t id, uint64_t creation)
{
    struct unixlib_thread thread = { .id = id, .creation = creation, .state = 77 };

    assert_int_equal(call_thread(&thread), UNIXLIB_DONE);
    return thread;
}

/* The system reports the end of this process's thread. */
static struct unixlib_thread ask_ended(uint32_t id)
{
    struct unixlib_thread thread = { .id = id, .ended = true, .state = 77 };

    assert_int_equal(call_thread(&thread), UNIXLIB_DONE);
    return thread;
}

static void assert_unknown(uint32_t id, uint64_t creation)
{
    struct unixlib_thread thread = { .id = id, .creation = creation };

    assert_int_equal(call_thread(&thread), UNIXLIB_UNKNOWN);
}

/* A thread that begins, works, and waits for its turn to end; or is cancelled, as one that is killed. */
struct worker {
    pthread_t thread;
    clockid_t clock;
    pthread_barrier_t begun, turn;
    uint32_t id;
    bool says_end;
    uint64_t at_end_ns;  /* how long it works after its turn */
    uint64_t ran;  /* its own clock before it ended */
    struct thread_entry *entry;
};

static void *work(void *argument)
{
    struct worker *worker = argument;

    if (!thread_begin(worker->id, 0)) abort();
    worker->entry = thread_current;
    work_ns(5000000);
    pthread_barrier_wait(&worker->begun);
    pthread_barrier_wait(&worker->turn);
    work_ns(worker->at_end_ns);
    worker->ran = own_ns();
    if (worker->says_end) thread_end();
    return NULL;
}

static void worker_start(struct worker *worker, uint32_t id, bool says_end)
{
    worker->id = id;
    worker->says_end = says_end;
    worker->at_end_ns = 0;
    pthread_barrier_init(&worker->begun, NULL, 2);
    pthread_barrier_init(&worker->turn, NULL, 2);
    assert_int_equal(pthread_create(&worker->thread, NULL, work, worker), 0);
    assert_int_equal(pthread_getcpuclockid(worker->thread, &worker->clock), 0);
    pthread_barrier_wait(&worker->begun);
}

static void worker_end(struct worker *worker)
{
    pthread_barrier_wait(&worker->turn);
    pthread_join(worker->thread, NULL);
}

TEST_AFTER(start, live_thread_is_measured_by_its_own_clock)
{
    struct worker worker;
    struct unixlib_thread reported;
    uint64_t before, after;

    worker_start(&worker, OTHER, true);
    before = read_ns(worker.clock);
    reported = ask(OTHER, 0);
    after = read_ns(worker.clock);
    assert_int_equal(reported.state, UNIXLIB_THREAD_LIVE);
    assert_in_range(reported.total, before, after);
    assert_int_equal(reported.cycles, reported.total * 2);
    worker_end(&worker);
}

/* The thread's own answer may be a little ahead of the kernel's clock. */
TEST_AFTER(start, live_thread_gets_no_less_than_it_returned_itself)
{
    struct worker worker;
    uint64_t ahead;

    worker_start(&worker, OTHER, true);
    ahead = ask(OTHER, 0).cycles + RATE / 2000;
    __atomic_store_n(&worker.entry->snapshot.own, ahead, __ATOMIC_RELEASE);
    assert_int_equal(ask(OTHER, 0).cycles, ahead);
    worker_end(&worker);
}

TEST_AFTER(start, others_get_the_times_that_a_thread_got_of_itself)
{
    struct worker worker;
    struct unixlib_thread reported;

    worker_start(&worker, OTHER, true);
    reported = ask(OTHER, 0);
    assert_true(!reported.returned_total && !reported.returned_kernel);
    worker.entry->split = (struct thread_split){ .tsc = 1, .kernel = 300, .total = 400, .returned = 500 };
    reported = ask(OTHER, 0);
    assert_true(reported.returned_total == 500 && reported.returned_kernel == 300);
    worker.entry->split.tsc = 0;  /* it is being written */
    reported = ask(OTHER, 0);
    assert_true(!reported.returned_total && !reported.returned_kernel);
    worker.entry->split.tsc = 1;
    worker_end(&worker);
    reported = ask(OTHER, 0);
    assert_true(reported.returned_total == 500 && reported.returned_kernel == 300);
    worker_start(&worker, OTHER, true);
    reported = ask(OTHER, 0);
    assert_true(!reported.returned_total && !reported.returned_kernel);
    worker_end(&worker);
}

TEST_AFTER(start, ended_thread_has_its_final_times_for_good)
{
    struct unixlib_thread first, second;
    struct worker worker;

    worker_start(&worker, OTHER, true);
    worker_end(&worker);
    first = ask(OTHER, 0);
    assert_int_equal(first.state, UNIXLIB_THREAD_ENDED);
    assert_in_range(first.total, worker.ran, worker.ran + 10000000);
    assert_true(first.kernel <= first.total);
    assert_int_equal(first.cycles, first.total * 2);
    work_ns(1000000);
    second = ask(OTHER, 0);
    assert_memory_equal(&first, &second, sizeof first);
}

TEST_AFTER(start, thread_that_does_not_say_its_end_has_final_times_too)
{
    struct unixlib_thread reported;
    struct worker worker;

    worker_start(&worker, OTHER, false);
    worker_end(&worker);
    reported = ask(OTHER, 0);
    assert_int_equal(reported.state, UNIXLIB_THREAD_ENDED);
    assert_in_range(reported.total, worker.ran, worker.ran + 10000000);
}

/* Returns once Linux has no such thread any more, which is a moment after it is joined. */
static void worker_end_for_good(struct worker *worker)
{
    uint64_t time;

    worker_end(worker);
    while (linux_cpu_clock(linux_clock_of_thread(worker->entry->tid), &time)) sched_yield();
}

/* Returns whether a thread that was live just before the question had its final values in the answer. */
static bool waits_for_the_end(void)
{
    struct unixlib_thread before, reported;
    struct worker worker;

    worker_start(&worker, OTHER, false);
    worker.at_end_ns = 2000000;
    pthread_barrier_wait(&worker.turn);
    before = ask(OTHER, 0);
    reported = ask_ended(OTHER);
    pthread_join(worker.thread, NULL);
    if (before.state != UNIXLIB_THREAD_LIVE || reported.state != UNIXLIB_THREAD_ENDED) return false;
    assert_in_range(reported.total, worker.ran, worker.ran + 10000000);
    return true;
}

/* A busy machine may not let a thread end within the 30 ms of one question, or may let it end between two questions. */
TEST_AFTER(start, question_about_an_ended_thread_waits_for_its_final_values)
{
    int i, waited = 0;

    for (i = 0; i < 100 && waited < 10; i++) waited += waits_for_the_end();
    assert_int_equal(waited, 10);
}

TEST_AFTER(start, question_about_an_ended_thread_that_runs_on_is_answered_by_its_clock)
{
    struct worker worker;
    struct unixlib_thread reported;
    uint64_t before, after, begin;

    worker_start(&worker, OTHER, false);
    begin = read_ns(CLOCK_MONOTONIC);
    before = read_ns(worker.clock);
    reported = ask_ended(OTHER);
    after = read_ns(worker.clock);
    assert_true(read_ns(CLOCK_MONOTONIC) - begin >= 30000000);
    assert_int_equal(reported.state, UNIXLIB_THREAD_LIVE);
    assert_in_range(reported.total, before, after);
    worker_end(&worker);
}

/* The thread's final values were never read, so only earlier answers are known, its own and others'. */
TEST_AFTER(start, thread_whose_clock_is_gone_has_its_last_published_times)
{
    struct thread_entry *entry = thread_table_begin(OTHER, 0x3ffffff0);
    struct unixlib_thread reported;

    assert_non_null(entry);
    reported = ask(OTHER, 0);
    assert_int_equal(reported.state, UNIXLIB_THREAD_GONE);
    assert_int_equal(reported.cycles, 0);
    entry->snapshot.own = 1234;
    atomic_maximum(&entry->snapshot.reported, 1000);
    assert_int_equal(ask(OTHER, 0).cycles, 1234);
}

TEST_AFTER(start, thread_that_never_began_is_unknown)
{
    assert_unknown(OTHER, 0);
    assert_unknown(0, 0);
}

TEST_AFTER(start, bearer_of_an_id_before_is_not_taken_for_one_that_was_created_later)
{
    struct worker worker;
    struct thread_view view;

    worker_start(&worker, OTHER, true);
    worker_end(&worker);
    assert_true(thread_table_read(OTHER, &view));
    ask(OTHER, view.begun);
    assert_unknown(OTHER, view.begun + 1);
}

/* Another thread has the tid now, and its clock is behind the answers about the entry's thread. */
TEST_AFTER(start, heir_of_a_linux_number_is_not_taken_for_the_thread)
{
    struct thread_entry *entry = thread_table_begin(OTHER, (uint32_t)syscall(SYS_gettid));

    atomic_maximum(&entry->snapshot.reported, tsc_cycles_from_ns(own_ns()) + RATE);
    assert_unknown(OTHER, 0);
}

TEST_AFTER(start, new_bearer_of_an_id_owes_nothing_to_the_old_one)
{
    struct worker first, second;
    struct unixlib_thread reported;

    worker_start(&first, OTHER, true);
    atomic_maximum(&first.entry->snapshot.reported, 1ull << 60);
    worker_end(&first);
    worker_start(&second, OTHER, true);
    reported = ask(OTHER, 0);
    assert_int_equal(reported.state, UNIXLIB_THREAD_LIVE);
    assert_true(reported.cycles <= read_ns(second.clock) * 2);
    worker_end(&second);
    assert_true(ask(OTHER, 0).cycles < 1ull << 60);
}

TEST_AFTER(start, clock_that_was_set_back_since_a_thread_was_created_does_not_hide_it)
{
    const uint64_t hour = 36000000000, creation = linux_date() + hour;

    thread_end();
    assert_true(thread_begin(OWN, creation));
    assert_int_equal(ask(OWN, creation).state, UNIXLIB_THREAD_LIVE);
}

TEST_AFTER(start, thread_that_asks_after_it_said_its_end_goes_on)
{
    struct unixlib_thread final;
    uint64_t cycles;

    thread_end();
    final = ask(OWN, 0);
    assert_int_equal(final.state, UNIXLIB_THREAD_ENDED);
    assert_true(thread_begin(OWN, 0));
    assert_true(thread_read_cycles(thread_current, &cycles));
    assert_true(cycles >= final.cycles);
    assert_int_equal(ask(OWN, 0).state, UNIXLIB_THREAD_LIVE);
}

/* It runs for Linux yet, and Linux may write into its entry. */
TEST_AFTER(start, bearer_of_an_id_that_still_runs_keeps_its_entry_and_loses_its_name)
{
    struct worker first, second, third;
    struct unixlib_thread reported;

    worker_start(&first, OTHER, true);
    worker_start(&second, OTHER, true);
    assert_ptr_not_equal(first.entry, second.entry);
    worker_end(&first);
    assert_int_equal(ask(OTHER, 0).state, UNIXLIB_THREAD_LIVE);
    assert_int_equal(first.entry->ended, 1);
    worker_end_for_good(&second);
    reported = ask(OTHER, 0);
    assert_int_equal(reported.state, UNIXLIB_THREAD_ENDED);
    assert_in_range(reported.total, second.ran, second.ran + 10000000);
    worker_start(&third, OTHER, true);
    assert_ptr_equal(third.entry, second.entry);
    worker_end(&third);
}

TEST_AFTER(start, entry_that_lost_its_name_is_had_again_when_its_thread_is_gone)
{
    const uint32_t stride = 4 * 4096;
    struct worker first;
    uint32_t i;

    worker_start(&first, OTHER, true);
    for (i = 0; i < 3; i++) assert_non_null(thread_table_begin(OTHER + i * stride, 0x3ffffff0));
    assert_null(thread_table_begin(OTHER + 3 * stride, 0x3ffffff0));
    worker_end_for_good(&first);
    assert_ptr_equal(thread_table_begin(OTHER + 3 * stride, 0x3ffffff0), first.entry);
}

/* Takes all entries of the set of OWN but that of the thread OWN, which has written its final values. */
static struct thread_entry *end_and_fill_the_set(void)
{
    const uint32_t stride = 4 * 4096;
    struct thread_entry *entry = thread_current;
    uint64_t cycles;
    uint32_t i;

    assert_true(thread_read_cycles(entry, &cycles));
    thread_end();
    for (i = 1; i < 4; i++) assert_non_null(thread_table_begin(OWN + i * stride, 0x3ffffff0));
    return entry;
}

/* Windows code of the thread, which could read there, does not run any more when the thread writes its final values. */
TEST_AFTER(start, entry_of_an_ended_thread_that_gave_its_area_back_is_taken_by_another)
{
    struct thread_entry *entry = end_and_fill_the_set();

    assert_ptr_equal(thread_table_begin(OWN + 4 * 4 * 4096, 0x3ffffff0), entry);
}

TEST_AFTER(start, entry_into_which_linux_still_writes_is_not_anothers_while_the_thread_runs)
{
    struct thread_entry *entry = end_and_fill_the_set();

    entry->area_state = AREA_OURS;
    assert_null(thread_table_begin(OWN + 4 * 4 * 4096, 0x3ffffff0));
}

static bool stop;

static void *ask_oneself(void *argument)
{
    intptr_t wrong = 0;
    uint64_t last = 0, now;

    if (!thread_begin(OTHER, 0)) abort();
    pthread_barrier_wait(argument);
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
        if (!thread_read_cycles(thread_current, &now) || now < last) wrong++;
        last = now;
    }
    return (void *)wrong;
}

/* Each question is asked after the other was answered, as far as this thread can know. */
TEST_AFTER(start, thread_and_who_asks_about_it_never_see_it_go_back)
{
    uint64_t end = read_ns(CLOCK_MONOTONIC) + 500000000, own;
    struct thread_view view;
    pthread_barrier_t begun;
    pthread_t thread;
    void *wrong;

    pthread_barrier_init(&begun, NULL, 2);
    assert_int_equal(pthread_create(&thread, NULL, ask_oneself, &begun), 0);
    pthread_barrier_wait(&begun);
    assert_true(thread_table_read(OTHER, &view));
    while (read_ns(CLOCK_MONOTONIC) < end) {
        own = atomic_read(&view.entry->snapshot.own);
        assert_true(ask(OTHER, 0).cycles >= own);
    }
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    pthread_join(thread, &wrong);
    assert_ptr_equal(wrong, NULL);
}

TEST_AFTER(start, hundred_thousand_threads_come_and_go)
{
    const struct unixlib_times final = { 2000, 1000 };
    struct thread_entry *entry;
    uint32_t i;

    for (i = 2; i < 100000; i++) {
        entry = thread_table_begin(4 * i, 1000 + i);
        assert_non_null(entry);
        thread_table_end(entry, &final);
        assert_int_equal(ask(4 * i, 0).total, 2000);
        if (i > 1001) assert_int_equal(ask(4 * (i - 1000), 0).total, 2000);
    }
    assert_int_equal(ask(OWN, 0).state, UNIXLIB_THREAD_LIVE);
    assert_unknown(8, 0);
}

TEST_AFTER(start, live_threads_are_never_pushed_out)
{
    const uint32_t stride = 4 * 4096;
    uint32_t i;

    for (i = 1; i < 4; i++) assert_non_null(thread_table_begin(OWN + i * stride, 0x3ffffff0));
    assert_null(thread_table_begin(OWN + 4 * stride, 0x3ffffff0));
    for (i = 1; i < 4; i++) assert_int_equal(ask(OWN + i * stride, 0).state, UNIXLIB_THREAD_GONE);
}

/* The entry's thread was killed while it began. */
TEST_AFTER(start, entry_that_is_being_written_is_waited_for_by_nobody)
{
    struct thread_entry *entry = thread_table_begin(OTHER, 0x3ffffff0), *next;

    entry->sequence |= 1;
    assert_unknown(OTHER, 0);
    next = thread_table_begin(OTHER, (uint32_t)syscall(SYS_gettid));
    assert_non_null(next);
    assert_ptr_not_equal(next, entry);
    assert_int_equal(ask(OTHER, 0).state, UNIXLIB_THREAD_LIVE);
}

enum { TRAP_FLAG = 0x100 }; /* the processor raises SIGTRAP after each instruction */

static int steps, unknown, ended, half_written;

static void read_at_step(int number, siginfo_t *info, void *context)
{
    struct thread_view view;

    steps++;
    if (!thread_table_read(OWN, &view)) unknown++;
    else if (view.ended) {
        ended++;
        half_written += view.final.total != 2000 || view.final.kernel != 1000;
    }
}

static __attribute__((noinline)) void end_in_steps(void)
{
    const struct unixlib_times final = { 2000, 1000 };

    __writeeflags(__readeflags() | TRAP_FLAG);
    thread_table_end(thread_current, &final);
    __writeeflags(__readeflags() & ~(unsigned)TRAP_FLAG);
}

/* The scheduler may stop the thread at each of these instructions, and other threads then ask about it. */
TEST_AFTER(start, thread_that_is_stopped_while_it_writes_its_end_is_known)
{
    const struct sigaction action = { .sa_sigaction = read_at_step, .sa_flags = SA_SIGINFO };

    sigaction(SIGTRAP, &action, NULL);
    end_in_steps();
    if (!steps) SKIP_BECAUSE("this processor does not stop after each instruction");
    assert_in_range(steps, 10, 10000);
    assert_int_equal(unknown, 0);
    assert_int_equal(half_written, 0);
    assert_in_range(ended, 1, steps - 1);
}

static void *write_entries(void *argument)
{
    struct thread_entry *entry;
    struct unixlib_times final;
    uint64_t i;

    for (i = 1; !__atomic_load_n(&stop, __ATOMIC_RELAXED); i++) {
        final = (struct unixlib_times){ 2 * i, i };
        if (!(entry = thread_table_begin(OTHER, (uint32_t)i))) abort();
        thread_table_end(entry, &final);
    }
    return argument;
}

TEST_AFTER(start, nobody_reads_half_an_entry)
{
    const uint64_t begin = read_ns(CLOCK_MONOTONIC), half_a_second = 500000000;
    uint64_t now, ended = 0;
    struct thread_view view;
    pthread_t writer;

    assert_int_equal(pthread_create(&writer, NULL, write_entries, NULL), 0);
    /* Longer where the writer seldom has a processor. */
    while ((now = read_ns(CLOCK_MONOTONIC)) < begin + half_a_second || (ended <= 100 && now < begin + 30 * half_a_second)) {
        if (!thread_table_read(OTHER, &view) || !view.ended) continue;
        assert_int_equal(view.final.total, 2 * view.final.kernel);
        assert_int_equal(view.final.kernel, view.tid);
        ended++;
    }
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    pthread_join(writer, NULL);
    assert_true(ended > 100);
}

static int32_t ask_scheduling(uint32_t id, uint64_t creation, struct unixlib_scheduling *scheduling)
{
    struct unixlib_scheduled_thread asked = { .id = id, .creation = creation };
    const int32_t status = call_scheduling(&asked);

    *scheduling = asked.scheduling;
    return status;
}

/* A thread is on its way to a state for a moment. */
static struct unixlib_scheduling scheduling_until(uint32_t id, uint32_t letter)
{
    struct unixlib_scheduling scheduling;
    int tries;

    for (tries = 0; tries < 10000; tries++, usleep(1000)) {
        assert_int_equal(ask_scheduling(id, 0, &scheduling), UNIXLIB_DONE);
        if (scheduling.letter == letter) break;
    }
    assert_int_equal(scheduling.letter, letter);
    return scheduling;
}

TEST_AFTER(start, scheduling_of_a_thread_is_that_of_its_linux_thread)
{
    struct unixlib_scheduling scheduling;
    struct worker worker;

    assert_int_equal(scheduling_until(OWN, 'R').letter, 'R');
    worker_start(&worker, OTHER, true);
    assert_true(scheduling_until(OTHER, 'S').switches > 0);
    worker_end(&worker);
    assert_int_equal(scheduling_until(OTHER, 'X').switches, 0);
    assert_int_equal(ask_scheduling(OTHER, UINT64_MAX, &scheduling), UNIXLIB_UNKNOWN);
    assert_int_equal(ask_scheduling(OTHER + 4, 0, &scheduling), UNIXLIB_UNKNOWN);
}

struct sleeper {
    pthread_t thread;
    pid_t tid;
    sem_t ready, go;
};

/* Waits; then runs until it is ordered to wait again. */
static void *wait_and_run(void *argument)
{
    struct sleeper *sleeper = argument;

    sleeper->tid = (pid_t)syscall(SYS_gettid);
    sem_post(&sleeper->ready);
    sem_wait(&sleeper->go);
    while (sem_trywait(&sleeper->go)) continue;
    sem_wait(&sleeper->go);
    return NULL;
}

static const struct unixlib_listed cached_process = { .id = OTHER };

static struct unixlib_scheduling cached_until(uint32_t letter)
{
    struct unixlib_other_thread cached = { .id = OTHER };
    uint64_t total;
    int tries;

    for (tries = 0; tries < 10000 && cached.scheduling.letter != letter; tries++, usleep(1000))
        assert_true(schedstat_cache_read(&cached_process, &cached, &total));
    assert_int_equal(cached.scheduling.letter, letter);
    return cached.scheduling;
}

/* Wine does this when a process starts. Returns the new limit, which is often 1024 in a shell at first: there the cache's
   descriptors begin. */
static rlim_t allow_all_descriptors(void)
{
    struct rlimit limit;

    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    return limit.rlim_max;
}

TEST_AFTER(start, cached_thread_is_seen_to_wait_and_run_and_wait)
{
    const struct unixlib_other_thread cached = { .id = OTHER };
    struct unixlib_scheduling first, second;
    struct sleeper sleeper;

    if (allow_all_descriptors() <= 1024) SKIP_BECAUSE("a process may not have the descriptors in which the cache is");
    assert_true(schedstat_cache_enter());
    sem_init(&sleeper.ready, 0, 0);
    sem_init(&sleeper.go, 0, 0);
    assert_int_equal(pthread_create(&sleeper.thread, NULL, wait_and_run, &sleeper), 0);
    sem_wait(&sleeper.ready);
    schedstat_cache_add(&cached_process, &cached, getpid(), sleeper.tid, UINT64_MAX);
    first = cached_until('S');
    assert_int_equal(cached_until('S').switches, first.switches);
    sem_post(&sleeper.go);
    cached_until('R');
    sem_post(&sleeper.go);
    second = cached_until('S');
    assert_true(second.switches > first.switches);
    sem_post(&sleeper.go);
    pthread_join(sleeper.thread, NULL);
    schedstat_cache_leave();
}
