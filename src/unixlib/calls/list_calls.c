/* SPDX-License-Identifier: MIT */
/* The calls about threads, and about processes of a list, which are named by their ids. */
#include "unixlib/calls/functions.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/threads/own_process.h"
#include "unixlib/threads/thread_clock.h"
#include "unixlib/clocks/tsc.h"

#include <time.h>
#include <unistd.h>

/* Sleeps for a moment, because a thread that has ended for Windows still runs for Linux. Returns false once 30 ms have
   passed since the first call, before which *SINCE is 0. */
static bool await_thread_end(uint64_t *since)
{
    enum { LONGEST = 30000000 }; /* ns */
    const struct timespec moment = { 0, 50000 };
    uint64_t now;

    if (!linux_steady_clock(&now)) return false;
    if (!*since) *since = now;
    if (now - *since >= LONGEST) return false;
    clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL);
    return true;
}

/* Reports a thread of this process. An entry that began before the thread's creation is that of an earlier bearer of the
   id. Cycles are no fewer than the most that were reported of the thread so far. The last split of its times is reported
   too, unless the thread is writing one: then that thread raises the answer itself. */
static bool report_own_thread(struct unixlib_thread *thread)
{
    enum unixlib_thread_state state;
    struct unixlib_times times = { 0, 0 };
    const struct thread_split *split;
    uint64_t own, most, tsc, kernel, returned;
    struct thread_view view;
    bool is_split;

    if (!thread_table_read(thread->id, &view) || thread->creation > view.begun) return false;
    split = &view.entry->split;
    tsc = atomic_read(&split->tsc);
    kernel = atomic_read(&split->kernel);
    returned = atomic_read(&split->returned);
    is_split = tsc && atomic_read(&split->tsc) == tsc && returned >= kernel;
    own = atomic_read(&view.entry->snapshot.own);
    most = larger_of(own, atomic_read(&view.entry->snapshot.reported));
    state = view.ended ? UNIXLIB_THREAD_ENDED : UNIXLIB_THREAD_LIVE;
    if (view.ended) times = view.final;
    else if (!linux_cpu_clock(linux_clock_of_thread(view.tid), &times.total)) state = UNIXLIB_THREAD_GONE;
    /* If the clock cannot continue, another thread has the Linux number now. */
    else if (!thread_can_continue(tsc_cycles_from_ns(times.total), most)) return false;
    if (state != UNIXLIB_THREAD_GONE)
        most = atomic_maximum(&view.entry->snapshot.reported, larger_of(tsc_cycles_from_ns(times.total), own));
    thread->state = state;
    thread->total = times.total;
    thread->kernel = times.kernel;
    thread->cycles = most;
    thread->returned_total = is_split ? returned : 0;
    thread->returned_kernel = is_split ? kernel : 0;
    return true;
}

/* wineserver reports a thread's end when the thread has closed its connection, or when it is to be killed. Its Linux thread
   runs on for some microseconds, or until it next gets a processor. A thread writes its final values before its clock is
   gone, so a second reading finds them. Wine: early-end. */
int32_t call_thread(void *arguments)
{
    struct unixlib_thread *thread = arguments;
    uint64_t since = 0;

    do {
        if (!report_own_thread(thread)) return UNIXLIB_UNKNOWN;
        if (thread->state == UNIXLIB_THREAD_GONE && !report_own_thread(thread)) return UNIXLIB_UNKNOWN;
    } while (thread->ended && thread->state == UNIXLIB_THREAD_LIVE && await_thread_end(&since));
    return UNIXLIB_DONE;
}

static void fill_in_thread(struct unixlib_other_thread *thread, const struct published_thread *found)
{
    thread->total = found->total;
    thread->kernel = found->kernel;
    thread->cycles = tsc_cycles_from_ns(found->total);
    thread->state = found->flags & THREAD_ENDED ? UNIXLIB_THREAD_ENDED : UNIXLIB_THREAD_LIVE;
}

int32_t call_other_thread(void *arguments)
{
    struct unixlib_other_thread *asked = arguments;
    struct publisher *publisher = process_publisher();
    struct published_thread found;
    uint64_t since = 0;
    pid_t pid;

    do {
        if (!publisher || !lookup_thread(publisher, asked->id, asked->process, asked->creation, &found, &pid))
            return UNIXLIB_UNKNOWN;
        fill_in_thread(asked, &found);
    } while (asked->ended && asked->state == UNIXLIB_THREAD_LIVE && await_thread_end(&since));
    return UNIXLIB_DONE;
}

/* A thread whose end was recorded is dead, as proc(5) calls it. How often it was switched to stays 0 if Linux does not
   report it. */
static struct unixlib_scheduling scheduling_of(pid_t pid, pid_t tid, bool has_ended)
{
    struct unixlib_scheduling scheduling = { 'X', 0 };
    uint64_t total;

    if (has_ended) return scheduling;
    scheduling.letter = procfs_thread_letter(pid, tid);
    procfs_thread_read(pid, tid, &total, &scheduling.switches);
    return scheduling;
}

/* A thread's end is recorded before Linux forgets the thread, so a second attempt finds the end. */
int32_t call_scheduling(void *arguments)
{
    struct unixlib_scheduled_thread *asked = arguments;
    struct publisher *publisher = asked->process ? process_publisher() : NULL;
    struct unixlib_scheduling scheduling;
    struct published_thread found;
    struct thread_view view;
    pid_t pid;
    int tries;

    for (tries = 0; tries < 2; tries++) {
        if (asked->process) {
            if (!publisher || !lookup_thread(publisher, asked->id, asked->process, asked->creation, &found, &pid)) continue;
            scheduling = scheduling_of(pid, (pid_t)found.tid, found.flags & THREAD_ENDED);
        } else {
            if (!thread_table_read(asked->id, &view) || asked->creation > view.begun) continue;
            scheduling = scheduling_of(getpid(), (pid_t)view.tid, view.ended);
        }
        if (!scheduling.letter) continue;
        asked->scheduling = scheduling;
        return UNIXLIB_DONE;
    }
    return UNIXLIB_UNKNOWN;
}

/* Answers for a process, and those of its threads whose files are open. A thread that can still be read after the process's
   clock was read proves that the clock was this process's. */
static bool read_open_files(struct unixlib_listed *asked)
{
    struct published_thread found = { .flags = 0 };
    bool is_it = false;
    uint64_t total;
    pid_t pid = 0;
    uint32_t i;

    for (i = 0; i < asked->count && !pid; i++) pid = schedstat_cache_find_process(asked, &asked->of[i]);
    if (!pid || !linux_cpu_clock(linux_clock_of_process(pid), &total)) return false;
    for (i = 0; i < asked->count; i++) {
        if (!schedstat_cache_read(asked, &asked->of[i], &found.total)) continue;
        fill_in_thread(&asked->of[i], &found);
        is_it = true;
    }
    if (is_it) asked->total = total;
    return is_it;
}

/* Threads without an open file are looked up, and their files are opened for the next time. */
int32_t call_listed(void *arguments)
{
    struct unixlib_listed *asked = arguments;
    struct publisher *publisher = process_publisher();
    const struct process_identity process = process_in(publisher, asked->id, asked->creation);
    const sigset_t signals = termination_defer();
    const bool may_watch = publisher && schedstat_cache_enter(), is_read = may_watch && read_open_files(asked);
    struct unixlib_other_thread *thread;
    struct published_thread found;
    struct lookup_answer answer;
    bool is_known = is_read;
    uint32_t i;
    pid_t pid;

    if (publisher && !is_read && lookup_process(publisher, process, (struct lookup_options){ 0 }, &answer)) {
        asked->total = answer.times.user + answer.times.kernel;
        is_known = true;
    }
    for (i = 0; is_known && i < asked->count; i++) {
        thread = &asked->of[i];
        if (is_read && schedstat_cache_find_process(asked, thread)) continue;
        thread->state = UNIXLIB_THREAD_GONE;
        if (!lookup_thread(publisher, thread->id, asked->id, thread->creation, &found, &pid)) continue;
        fill_in_thread(thread, &found);
        thread->scheduling = scheduling_of(pid, (pid_t)found.tid, !pid);
        if (may_watch && pid) schedstat_cache_add(asked, thread, pid, (pid_t)found.tid, found.since);
    }
    if (may_watch) schedstat_cache_leave();
    termination_allow(signals);
    return is_known ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}
