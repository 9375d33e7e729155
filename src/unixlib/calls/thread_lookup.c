/* SPDX-License-Identifier: MIT */
/* Finds the clock snapshot of another thread of this process, and reports its times. */
#include "unixlib/calls/functions.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/threads/thread_table.h"

#include <time.h>

/* Converts TIME to cycles. Returns them, or the largest answer about the thread so far, if that is larger. */
static uint64_t report_cycles(struct thread_entry *entry, uint64_t time)
{
    return atomic_maximum(&entry->snapshot.reported, larger_of(cycles_from_ns(time), atomic_read(&entry->snapshot.own)));
}

/* Reports the last split of the thread's times, but none while the thread is writing one: then that thread raises the
   answer itself. */
static void report_split(const struct thread_entry *entry, struct unixlib_thread *thread)
{
    const struct thread_split *split = &entry->split;
    const uint64_t tsc = atomic_read(&split->tsc), kernel = atomic_read(&split->kernel),
                   returned = atomic_read(&split->returned);

    thread->returned_total = thread->returned_kernel = 0;
    if (!tsc || atomic_read(&split->tsc) != tsc || returned < kernel) return;
    thread->returned_total = returned;
    thread->returned_kernel = kernel;
}

static bool fill_in_ended(const struct thread_view *view, struct unixlib_thread *thread)
{
    thread->state = UNIXLIB_THREAD_ENDED;
    thread->total = view->final.total;
    thread->kernel = view->final.kernel;
    thread->cycles = report_cycles(view->entry, view->final.total);
    return true;
}

static bool fill_in_live(const struct thread_view *view, struct unixlib_thread *thread)
{
    uint64_t last = larger_of(atomic_read(&view->entry->snapshot.own), atomic_read(&view->entry->snapshot.reported)), time;

    thread->total = thread->kernel = 0;
    if (!linux_clock_of_thread(view->tid, &time)) {
        thread->state = UNIXLIB_THREAD_GONE;
        thread->cycles = last;
        return true;
    }
    /* If the clock cannot continue, another thread has the Linux number now. */
    if (!can_continue(cycles_from_ns(time), last)) return false;
    thread->state = UNIXLIB_THREAD_LIVE;
    thread->total = time;
    thread->cycles = report_cycles(view->entry, time);
    return true;
}

/* An entry that began before the thread's creation is that of an earlier bearer of the id. */
static bool ask_once(struct unixlib_thread *thread)
{
    struct thread_view view;

    if (!thread_table_read(thread->id, &view) || thread->creation > view.begun) return false;
    report_split(view.entry, thread);
    return view.ended ? fill_in_ended(&view, thread) : fill_in_live(&view, thread);
}

/* A thread writes its final values before its clock is gone, so a second reading finds them. */
static bool ask_until_final(struct unixlib_thread *thread)
{
    return ask_once(thread) && (thread->state != UNIXLIB_THREAD_GONE || ask_once(thread));
}

bool await_thread_end(uint64_t *since)
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

/* wineserver reports a thread's end when the thread has closed its connection, or when it is to be killed. Its Linux thread
   runs on for some microseconds, or until it next gets a processor. Wine: early-end. */
bool lookup_own_thread(struct unixlib_thread *thread)
{
    uint64_t since = 0;
    bool known;

    do known = ask_until_final(thread);
    while (known && thread->ended && thread->state == UNIXLIB_THREAD_LIVE && await_thread_end(&since));
    return known;
}
