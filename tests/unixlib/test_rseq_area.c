/* SPDX-License-Identifier: MIT */
/* The calling thread's rseq area: ours in place of the C library's, on this kernel and with this C library, through all
   that happens to threads and processes. */
#include "apart.h"
#include "child.h"
#include "linux_clocks.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/threads/thread_clock.h"
#include "unixlib/threads/rseq.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

enum { LENGTH = 32, UNREGISTER = 1, SIGNATURE = 0x53053053 };

#define SKIP_WITHOUT_AREA() SKIP_BECAUSE("this kernel, or a sandbox, gives the thread no area of its own")

static struct thread_area ours;

static int rseq(void *area, unsigned length, int flags)
{
    return syscall(SYS_rseq, area, length, flags, SIGNATURE) ? errno : 0;
}

/* Returns whether the kernel leaves the switch marker as it should, found by the rseq probe. */
static bool kernel_allows(void)
{
    const enum unixlib_clock method = rseq_probe_run(NULL);

    if (method != UNIXLIB_CLOCK_TSC) print_message("this kernel does not allow the mark: %d\n", method);
    return method == UNIXLIB_CLOCK_TSC;
}

static int start(void **state)
{
    rseq_find_library();
    return 0;
}

static long switches(void)
{
    struct rusage usage;

    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
}

struct seen {
    int blocked, seen;
};

/* A sleep that is over before it begins does not switch, and says nothing; the next one is longer. */
static struct seen sleep_with_mark(struct thread_area *area, int times)
{
    struct seen result = { 0, 0 };
    unsigned length = 200;
    bool gone;
    long before;

    while (result.blocked < times && length < 1000000) {
        before = switches();
        rseq_switch_marker_set(area);
        usleep(length);
        gone = !rseq_switch_marker_stands(area);
        if (switches() == before) {
            length += length / 4;
            continue;
        }
        result.blocked++;
        result.seen += gone;
    }
    return result;
}

static bool sees_all(struct thread_area *area, int times)
{
    const struct seen result = sleep_with_mark(area, times);

    return result.blocked == times && result.seen == times;
}

TEST_AFTER(start, area_of_ours_reports_every_blocking)
{
    if (!kernel_allows()) SKIP_WITHOUT_AREA();
    assert_int_equal(rseq_take(&ours), AREA_OURS);
    assert_true(sees_all(&ours, 200));
    assert_int_equal(ours.section, 0);
}

TEST_AFTER(start, area_may_be_taken_and_given_back_again_and_again)
{
    static struct thread_area other;
    int i;

    for (i = 0; i < 1000; i++) {
        if (rseq_take(&ours) != AREA_OURS) SKIP_WITHOUT_AREA();
        assert_int_equal(rseq_take(&ours), AREA_OURS);
        assert_int_equal(rseq_take(&other), AREA_IN_USE);
        assert_true(rseq_give_back(&ours));
        assert_false(rseq_give_back(&ours));
    }
}

TEST_AFTER(start, sched_getcpu_goes_on)
{
    const int processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t set;
    int i;

    if (!kernel_allows() || rseq_take(&ours) != AREA_OURS)
        SKIP_WITHOUT_AREA();
    for (i = 0; i < 100; i++) {
        CPU_ZERO(&set);
        CPU_SET(i % processors, &set);
        assert_int_equal(sched_setaffinity(0, sizeof set, &set), 0);
        rseq_switch_marker_set(&ours);
        assert_int_equal(sched_getcpu(), i % processors);
        usleep(100);
        assert_int_equal(sched_getcpu(), i % processors);
    }
}

/* The library's area, registered anew with 32 bytes so that it may be written to; NULL: it has none. */
static struct thread_area *area_of_library(void)
{
    const ptrdiff_t *offset = dlsym(RTLD_DEFAULT, "__rseq_offset");
    const unsigned *size = dlsym(RTLD_DEFAULT, "__rseq_size");
    struct thread_area *area;
    unsigned length;

    if (!offset || !size || !*size) return NULL;
    area = (struct thread_area *)((char *)__builtin_thread_pointer() + *offset);
    for (length = LENGTH; length <= 256 && rseq(area, length, UNREGISTER); length++) {}
    return length > 256 || rseq(area, LENGTH, 0) ? NULL : area;
}

/* Between the mark and the question the kernel may write the area anew, now and then. */
static bool is_left_alone(struct thread_area *area, volatile uint32_t *word, uint32_t value)
{
    uint32_t before;
    int i;

    for (i = 0; i < 100; i++) {
        before = *word;
        *word = value;
        if (rseq_take(&ours) == AREA_IN_USE) {
            *word = before;
            return !rseq(area, LENGTH, UNREGISTER);
        }
        if (!rseq_give_back(&ours) || rseq(area, LENGTH, 0)) return false;
    }
    return false;
}

/* As TCMalloc does it. */
TEST_AFTER(start, area_that_somebody_marks_is_left_alone)
{
    struct thread_area *area = kernel_allows() ? area_of_library() : NULL;

    if (!area) SKIP_WITHOUT_AREA();
    assert_true(is_left_alone(area, &area->cpu_id_start, 0x80000000));
}

TEST_AFTER(start, area_that_somebody_has_registered_is_left_alone)
{
    static struct thread_area others;
    struct thread_area *area = area_of_library();

    if (area) assert_int_equal(rseq(area, LENGTH, UNREGISTER), 0);
    if (rseq(&others, LENGTH, 0)) SKIP_WITHOUT_AREA();
    assert_int_equal(rseq_take(&ours), AREA_IN_USE);
    assert_int_equal(rseq(&others, LENGTH, UNREGISTER), 0);
}

/* A sandbox that answers rseq with ERROR. */
static void forbid_rseq(uint16_t error)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rseq, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = { sizeof filter / sizeof *filter, filter };

    assert_int_equal(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    assert_int_equal(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

static const uint16_t not_there = ENOSYS, not_allowed = EPERM, pretended = 0;

/* A test in a sandbox that answers rseq() with the error `answer`. */
#define IN_SANDBOX(name, test, answer) { name, test, NULL, NULL, (void *)&answer }

TEST_CASES(thread_of_a_sandbox_without_rseq_is_counted_by_the_kernels_clock,
           IN_SANDBOX("sandbox without rseq",
                      thread_of_a_sandbox_without_rseq_is_counted_by_the_kernels_clock, not_there),
           IN_SANDBOX("sandbox that forbids rseq",
                      thread_of_a_sandbox_without_rseq_is_counted_by_the_kernels_clock, not_allowed))
{
    const uint16_t error = *(const uint16_t *)*state;
    uint64_t before, cycles;

    assert_true(thread_clock_open() && tsc_conversion_set(measure_tsc_rate()) && thread_begin(4, 0));
    forbid_rseq(error);
    before = own_ns();
    assert_true(thread_read_cycles(thread_current, &cycles));
    assert_in_range(cycles, tsc_cycles_from_ns(before), tsc_cycles_from_ns(own_ns()));
    assert_in_range(thread_clock_method(), UNIXLIB_CLOCK_TSC_NOT_TRUSTED, UNIXLIB_CLOCK_AREA_REFUSED);
    assert_int_not_equal(thread_current->area_state, AREA_OURS);
    assert_false(rseq_switch_marker_stands(&thread_current->snapshot.area));
}

/* The kernel's behaviour is known already, as if another process had tried it. */
TEST_CASES(sandbox_that_begins_later_leaves_new_threads_to_the_kernels_clock,
           IN_SANDBOX("sandbox that forbids rseq later",
                      sandbox_that_begins_later_leaves_new_threads_to_the_kernels_clock, not_allowed),
           IN_SANDBOX("sandbox that only pretends rseq",
                      sandbox_that_begins_later_leaves_new_threads_to_the_kernels_clock, pretended))
{
    const uint16_t error = *(const uint16_t *)*state;
    uint64_t cycles;

    assert_true(thread_clock_open() && tsc_conversion_set(measure_tsc_rate()));
    if (!kernel_allows()) SKIP_WITHOUT_AREA();
    thread_clock_start(UNIXLIB_CLOCK_TSC);
    forbid_rseq(error);
    assert_true(thread_begin(4, 0) && thread_read_cycles(thread_current, &cycles));
    assert_int_equal(thread_clock_method(), UNIXLIB_CLOCK_AREA_REFUSED);
    assert_false(rseq_switch_marker_stands(&thread_current->snapshot.area));
    thread_end();
}

/* A process with the quick clock. */
static int start_clock(void **state)
{
    if (!thread_clock_open() || !tsc_conversion_set(measure_tsc_rate())) return 1;
    thread_clock_start(rseq_probe_run(NULL));
    return 0;
}

/* At a thread's first moment the kernel's own clock may say 0: seen on a busy machine. */
static bool asks_once(uint32_t id)
{
    uint64_t cycles = UINT64_MAX;

    return thread_begin(id, 0) && thread_read_cycles(thread_current, &cycles) && cycles != UINT64_MAX;
}

static bool has_area(void)
{
    return thread_current->area_state == AREA_OURS;
}

TEST_AFTER(start_clock, thread_that_asks_nothing_keeps_what_it_has)
{
    assert_true(thread_begin(4, 0));
    assert_int_equal(thread_current->area_state, AREA_UNTRIED);
    thread_end();
    if (rseq_take(&ours) != AREA_OURS) SKIP_WITHOUT_AREA();
    assert_true(rseq_give_back(&ours));
}

TEST_AFTER(start_clock, thread_that_has_ended_has_no_area_of_ours)
{
    struct thread_entry *entry;

    assert_true(asks_once(4));
    entry = thread_current;
    if (!has_area()) SKIP_WITHOUT_AREA();
    thread_end();
    assert_int_equal(entry->area_state, AREA_UNTRIED);
    assert_false(rseq_give_back(&entry->snapshot.area));
    assert_true(asks_once(4));
    assert_ptr_equal(thread_current, entry);
    assert_true(has_area() && sees_all(&entry->snapshot.area, 20));
}

static void *ask_and_end(void *number)
{
    const uintptr_t i = (uintptr_t)number;
    bool good = asks_once(4 * (uint32_t)(100 + i % 1000));

    if (good && has_area()) good = sees_all(&thread_current->snapshot.area, 1 + i % 2 * 3);
    if (good && has_area()) rseq_switch_marker_set(&thread_current->snapshot.area);
    if (i % 3 == 0) thread_end();
    if (i % 3 == 1) pthread_exit((void *)(uintptr_t)!good);
    return (void *)(uintptr_t)!good;
}

TEST_AFTER(start_clock, threads_come_and_go_with_their_marks)
{
    pthread_t threads[4];
    void *bad;
    uintptr_t i, k;

    for (i = 0; i < 2000; i += 4) {
        for (k = 0; k < 4; k++) assert_int_equal(pthread_create(&threads[k], NULL, ask_and_end, (void *)(i + k)), 0);
        for (k = 0; k < 4; k++) {
            assert_int_equal(pthread_join(threads[k], &bad), 0);
            assert_null(bad);
        }
    }
}

static void *ask_and_vanish(void *tid)
{
    if (!asks_once(4)) abort();
    if (has_area()) rseq_switch_marker_set(&thread_current->snapshot.area);
    __atomic_store_n((uint32_t *)tid, (uint32_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
    syscall(SYS_exit, 0);
    return NULL;
}

static bool vanish(void)
{
    uint32_t tid = 0;
    pthread_t thread;
    uint64_t time;

    if (pthread_create(&thread, NULL, ask_and_vanish, &tid)) return false;
    while (!__atomic_load_n(&tid, __ATOMIC_ACQUIRE) || linux_cpu_clock(linux_clock_of_thread(tid), &time)) sched_yield();
    return true;
}

static int follow_vanished_threads(void)
{
    int i;

    for (i = 0; i < 20; i++) {
        if (!vanish()) return 1;
        if (!asks_once(4)) return 2;
        if (has_area() && !sees_all(&thread_current->snapshot.area, 3)) return 3;
        thread_end();
    }
    return 0;
}

/* The thread's area belongs to another library. */
static int follow_a_vanished_thread_without_an_area(void)
{
    if (!kernel_allows()) return 0;
    if (rseq_take(&ours) != AREA_OURS || !vanish()) return 1;
    if (!asks_once(4) || has_area()) return 2;
    return rseq_switch_marker_stands(&thread_current->snapshot.area) ? 3 : 0;
}

/* As one that is killed in the midst of something: nothing of its end runs. In a process whose end no sanitizer watches,
   which would look for the threads. */
TEST_AFTER(start_clock, entry_of_a_thread_that_vanished_is_the_next_ones)
{
    assert_int_equal(IN_CHILD(follow_vanished_threads()), 0);
}

TEST_AFTER(start_clock, mark_of_a_thread_that_vanished_is_not_the_next_ones)
{
    assert_int_equal(IN_CHILD(follow_a_vanished_thread_without_an_area()), 0);
}

static int begin_anew(struct thread_area *old)
{
    if (thread_current || rseq_give_back(old)) return 1;
    if (!asks_once(4) || !has_area()) return 2;
    return sees_all(&thread_current->snapshot.area, 5) ? 0 : 3;
}

TEST_AFTER(start_clock, child_that_is_forked_begins_without_an_area_of_ours)
{
    struct thread_area *old;
    int i;

    assert_true(asks_once(4));
    if (!has_area()) SKIP_WITHOUT_AREA();
    for (i = 0; i < 50; i++) {
        old = &thread_current->snapshot.area;
        rseq_switch_marker_set(old);
        assert_int_equal(IN_CHILD(begin_anew(old)), 0);
        assert_true(has_area() && sees_all(old, 1 + i % 3));
    }
}

TEST_AFTER(start_clock, child_that_shares_memory_disturbs_nobody)
{
    pid_t child;
    int i;

    assert_true(asks_once(4));
    if (!has_area()) SKIP_WITHOUT_AREA();
    for (i = 0; i < 50; i++) {
        rseq_switch_marker_set(&thread_current->snapshot.area);
        if (!(child = vfork())) _exit(0);
        assert_int_equal(exit_code_of(child), 0);
        assert_true(sees_all(&thread_current->snapshot.area, 3));
    }
}

static int execute(void)
{
    if (!asks_once(4)) return 1;
    if (has_area()) rseq_switch_marker_set(&thread_current->snapshot.area);
    execl("/proc/self/exe", "executed", "executed", (char *)NULL);
    return 2;
}

TEST_AFTER(start_clock, program_that_is_executed_has_its_own_area)
{
    assert_true(asks_once(4));
    if (has_area()) rseq_switch_marker_set(&thread_current->snapshot.area);
    assert_int_equal(IN_CHILD(execute()), 0);
}

static int executed(void)
{
    if (!kernel_allows()) return 0;
    rseq_find_library();
    switch (rseq_take(&ours)) {
    case AREA_OURS: return sees_all(&ours, 5) ? 0 : 3;
    case AREA_REFUSED: return 0;
    default: return 4;
    }
}

static volatile sig_atomic_t signals;

static void on_signal(int number)
{
    if (has_area()) rseq_switch_marker_set(&thread_current->snapshot.area);
    signals++;
}

/* A marker that a signal handler sets says nothing about the time before, so synchronisation comes before its use. */
TEST_AFTER(start_clock, signals_take_the_mark_away)
{
    const struct itimerval often = { { 0, 500 }, { 0, 500 } }, never = { 0 };
    sigset_t none;
    int i;

    assert_true(asks_once(4));
    if (!has_area()) SKIP_WITHOUT_AREA();
    signal(SIGALRM, on_signal);
    setitimer(ITIMER_REAL, &often, NULL);
    for (i = 0; i < 300; i++) usleep(1000);
    setitimer(ITIMER_REAL, &never, NULL);
    assert_true(signals > 50);
    signal(SIGALRM, SIG_DFL);
    sigemptyset(&none);
    signal(SIGUSR1, SIG_IGN);
    assert_true(sees_all(&thread_current->snapshot.area, 20));
}

static volatile bool over;

static void *mark_for_good(void *number)
{
    uint64_t cycles;

    if (!asks_once(4 * (uint32_t)(10 + (uintptr_t)number))) abort();
    while (!over)
        if (!thread_read_cycles(thread_current, &cycles)) abort();
    return NULL;
}

static int end_in_the_midst(int how)
{
    pthread_t thread;
    uintptr_t i;

    for (i = 0; i < 8; i++)
        if (pthread_create(&thread, NULL, mark_for_good, (void *)i)) return 1;
    usleep(3000);
    if (!asks_once(4)) return 2;
    if (how == 0) _exit(0);
    if (how == 1) kill(getpid(), SIGTERM);
    return 0;
}

/* _exit, a signal, and the end of main: no core, no other status. */
TEST_AFTER(start_clock, processes_end_in_the_midst_of_marks)
{
    int status, i;
    pid_t child;

    for (i = 0; i < 60; i++) {
        fflush(NULL);
        if (!(child = fork())) _exit(end_in_the_midst(i % 2));
        assert_int_equal(waitpid(child, &status, 0), child);
        if (i % 2) assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
        else assert_int_equal(status, 0);
    }
}

static int compare(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

    return a < b ? -1 : a > b;
}

enum { THREADS = 400 };
static struct {
    uint64_t begin[THREADS], first[THREADS], second[THREADS], end[THREADS];
} costs;

static void *measure_life(void *number)
{
    const uintptr_t i = (uintptr_t)number;
    uint64_t at[5], cycles;

    at[0] = __builtin_ia32_rdtsc();
    if (!thread_begin(4 * (uint32_t)(100 + i), 0)) abort();
    at[1] = __builtin_ia32_rdtsc();
    if (!thread_read_cycles(thread_current, &cycles)) abort();
    at[2] = __builtin_ia32_rdtsc();
    if (!thread_read_cycles(thread_current, &cycles)) abort();
    at[3] = __builtin_ia32_rdtsc();
    thread_end();
    at[4] = __builtin_ia32_rdtsc();
    costs.begin[i] = at[1] - at[0];
    costs.first[i] = at[2] - at[1];
    costs.second[i] = at[3] - at[2];
    costs.end[i] = at[4] - at[3];
    return NULL;
}

static double middle(uint64_t *ticks)
{
    qsort(ticks, THREADS, sizeof *ticks, compare);
    return (double)ticks[THREADS / 2] * 1e6 / (double)tsc_conversion_rate();
}

/* Printed; a reach is the benchmark's to judge, on an optimised library. Half of the threads are made by one that has
   given its area away, and have none of the C library's. */
TEST_AFTER(start_clock, life_of_a_thread_costs_what_is_printed)
{
    pthread_t thread;
    uintptr_t i;

    for (i = 0; i < THREADS; i++) {
        if (i == THREADS / 2) assert_true(asks_once(4));
        assert_int_equal(pthread_create(&thread, NULL, measure_life, (void *)i), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
    }
    print_message("in us: a thread's begin %.2f, first question %.2f, second %.2f, end %.2f\n", middle(costs.begin),
                  middle(costs.first), middle(costs.second), middle(costs.end));
}

int main(int argc, char **argv)
{
    if (argc > 1) return executed();
    return run_apart();
}
