/* SPDX-License-Identifier: MIT */
/* Decides how a thread's clock is read, and keeps its snapshot. */
#include "unixlib/threads/thread_clock.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/threads/own_process.h"
#include "protocol/tsc_rate.h"

#include <sys/syscall.h>
#include <unistd.h>

__thread struct thread_entry *thread_current;

static pthread_key_t at_end;
enum { BEING_FOUND = UNIXLIB_CLOCKS };             /* a thread finds out; the others see UNDECIDED */
static uint32_t decided = UNIXLIB_CLOCK_UNDECIDED; /* enum unixlib_clock, or BEING_FOUND */
static struct tsc_watch watch;
uint32_t thread_clock_trusted;

/* The kernel clears the switch marker when it takes the area back. */
static void give_area_back(struct thread_entry *entry)
{
    if (entry->area_state == AREA_OURS && rseq_give_back(&entry->snapshot.area))
        thread_table_change_area(entry, AREA_UNTRIED);
}

/* A forked child's clocks begin anew, and its only thread has another number. The kernel would go on writing into the
   child's copy of the entry, which another thread may get. The child publishes nothing. */
static void forget_parents_thread(void)
{
    struct publisher *publisher = process_publisher_even_ended();

    if (thread_current) give_area_back(thread_current);
    thread_current = NULL;
    if (publisher) publisher_change_state(publisher, PUBLISHER_IS_COPY);
}

/* The destructor of the key. A thread of Wine ends by pthread_exit, also one that is killed, after all Windows code that
   runs at its end: its DLLs' DllMain, TLS callbacks and C++ destructors. Wine: thread-end. */
static void end_thread_at_exit(void *entry)
{
    if (entry == thread_current) thread_end();
}

bool thread_clock_open(void)
{
    rseq_find_library();
    if (pthread_key_create(&at_end, end_thread_at_exit)) return false;
    if (!pthread_atfork(NULL, NULL, forget_parents_thread)) return true;
    pthread_key_delete(at_end);
    return false;
}

/* Only this function changes the state of the process's clock. False: the state is not FROM any more. A synchronisation
   holds for a millisecond: a hypervisor can take the processor away without a switch that Linux would see. Linux's clock
   leaves that time out, so cycles err by less than a millisecond at any time. */
static bool change_clock(uint32_t from, uint32_t next)
{
    const uint32_t trusted = next == UNIXLIB_CLOCK_TSC ? (uint32_t)(tsc_conversion_rate() / 1000) : 0;

    if (!__atomic_compare_exchange_n(&decided, &from, next, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return false;
    __atomic_store_n(&thread_clock_trusted, trusted, __ATOMIC_RELEASE);
    return true;
}

void thread_clock_start(enum unixlib_clock method)
{
    change_clock(__atomic_load_n(&decided, __ATOMIC_ACQUIRE), method);
}

/* No thread waits for the one that finds out, because the caller may have suspended that one. The TSC keeps one rate if the
   processor promises it, or if Linux itself keeps time by the TSC, as where a hypervisor hides the promise. */
static enum unixlib_clock process_clock_method(void)
{
    uint32_t method = __atomic_load_n(&decided, __ATOMIC_ACQUIRE);
    enum unixlib_clock found;
    sigset_t signals;
    bool is_trusted;

    if (method == UNIXLIB_CLOCK_UNDECIDED && tsc_conversion_rate()) {
        signals = termination_defer();
        if (change_clock(UNIXLIB_CLOCK_UNDECIDED, BEING_FOUND)) {
            is_trusted = promises_invariant_tsc(processor_id_read)
                         || tsc_measure_least(tsc_read_ordered, linux_raw_clock)
                                < tsc_measure_least(tsc_read_ordered, linux_least_call);
            if (!is_trusted) found = UNIXLIB_CLOCK_TSC_NOT_TRUSTED;
            else if (tsc_is_coarse(tsc_read, tsc_conversion_rate())) found = UNIXLIB_CLOCK_TSC_COARSE;
            else found = rseq_probe_run_cached(NULL);
            change_clock(BEING_FOUND, found);
        }
        termination_allow(signals);
        method = __atomic_load_n(&decided, __ATOMIC_ACQUIRE);
    }
    return method == BEING_FOUND ? UNIXLIB_CLOCK_UNDECIDED : (enum unixlib_clock)method;
}

enum unixlib_clock thread_clock_method(void)
{
    const enum unixlib_clock method = process_clock_method();
    const struct thread_entry *entry = thread_current;

    if (method != UNIXLIB_CLOCK_TSC || !entry) return method;
    if (entry->area_state == AREA_IN_USE) return UNIXLIB_CLOCK_AREA_IN_USE;
    return entry->area_state == AREA_REFUSED ? UNIXLIB_CLOCK_AREA_REFUSED : method;
}

/* Whether the switch marker may be put into the entry: only into an area that this library has registered, and only as
   long as the TSC is trusted. */
static bool may_mark(struct thread_entry *entry)
{
    if (entry->area_state == AREA_UNTRIED) {
        if (process_clock_method() != UNIXLIB_CLOCK_TSC) return false;
        thread_table_change_area(entry, rseq_take(&entry->snapshot.area));
        return entry->area_state == AREA_OURS;
    }
    return entry->area_state == AREA_OURS && __atomic_load_n(&thread_clock_trusted, __ATOMIC_RELAXED);
}

/* The thread's Linux number is taken from the id of its clock, which the C library makes without a system call. */
bool thread_begin(uint32_t id, uint64_t creation)
{
    struct thread_entry *entry;
    clockid_t clock;
    uint32_t tid;

    if (pthread_getcpuclockid(pthread_self(), &clock)) tid = (uint32_t)syscall(SYS_gettid);
    else tid = ~(uint32_t)(clock >> 3);
    entry = thread_table_begin(id, tid);
    if (!entry) return false;
    if (creation > __atomic_load_n(&entry->begun, __ATOMIC_RELAXED))
        __atomic_store_n(&entry->begun, creation, __ATOMIC_RELAXED);
    thread_current = entry;
    pthread_setspecific(at_end, entry);
    return true;
}

void thread_end(void)
{
    struct thread_entry *entry = thread_current;
    struct unixlib_times final;

    if (!entry) return;
    thread_current = NULL;
    give_area_back(entry);
    if (!linux_cpu_times(RUSAGE_THREAD, &final)) return;
    process_publish_thread(entry, &final);
    thread_table_end(entry, &final); /* another thread may take the entry from here on */
    process_publish_times();
}

/* Reads the clock, and the TSC's value then: the middle of two readings of the TSC, which are to be near each
   other. */
static bool read_clock_and_tsc(uint64_t *time, uint64_t *tsc)
{
    const uint64_t near = tsc_conversion_rate() / 200000;
    uint64_t before, after;
    int tries = 0;

    do {
        before = __builtin_ia32_rdtsc();
        if (!linux_cpu_clock(CLOCK_THREAD_CPUTIME_ID, time)) return false;
        after = __builtin_ia32_rdtsc();
    } while (after - before > near && ++tries < 4);
    *tsc = before + (after - before) / 2;
    return true;
}

/* The switch marker is set first, so that the next question at the latest sees every switch from there on. It is cleared
   for good where the TSC is given up, because Windows code checks nothing else. The kernel's clock may be a little
   behind what was answered: then answers stay the same until it has caught up, and they are counted from the clock alone.
   Since own rises each time, an answer in the midst of which this happened is discarded. */
bool thread_synchronise(struct thread_entry *entry, uint64_t *cycles, uint64_t *time)
{
    struct thread_clock_snapshot *snapshot = &entry->snapshot;
    const bool marks = may_mark(entry);
    uint64_t tsc;

    if (marks) rseq_switch_marker_set(&snapshot->area);
    else rseq_switch_marker_clear(&snapshot->area);
    if (!tsc_conversion_rate() || !read_clock_and_tsc(time, &tsc)) {
        if (marks) rseq_switch_marker_clear(&snapshot->area);
        return false;
    }
    snapshot->cycles = tsc_cycles_from_ns(*time);
    snapshot->tsc = tsc;
    *cycles = atomic_maximum(&snapshot->reported, larger_of(snapshot->cycles, snapshot->own + 1));
    __atomic_store_n(&snapshot->own, *cycles, __ATOMIC_RELEASE);
    if (marks && !tsc_check(&watch, tsc, tsc_conversion_rate())) change_clock(UNIXLIB_CLOCK_TSC, UNIXLIB_CLOCK_TSC_CHANGED);
    process_publish_times();
    return true;
}

bool thread_read_times(struct thread_entry *entry, struct unixlib_times *times, uint64_t *tsc)
{
    uint64_t cycles, time;

    *tsc = 0;
    if (!thread_synchronise(entry, &cycles, &time)) return linux_cpu_times(RUSAGE_THREAD, times);
    if (!linux_split_time(time, RUSAGE_THREAD, times)) return false;
    *tsc = entry->snapshot.tsc;
    return true;
}
