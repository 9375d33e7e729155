/* SPDX-License-Identifier: MIT */
/* The calls about threads and processes of a list, which are named by their ids. */
#include "unixlib/calls/functions.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/threads/own_process.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/threads/thread_table.h"
#include "unixlib/threads/thread_clock.h"

#include <unistd.h>

static struct cached_thread cached_thread_of(const struct unixlib_listed *asked, const struct unixlib_other_thread *thread)
{
    return (struct cached_thread){ thread->creation, asked->creation, thread->id, asked->id };
}

static void fill_in_thread(struct unixlib_other_thread *thread, const struct published_thread *found)
{
    thread->total = found->total;
    thread->kernel = found->kernel;
    thread->cycles = cycles_from_ns(found->total);
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

/* A thread whose end was recorded is dead, as proc(5) calls it. */
static struct unixlib_scheduling scheduling_of(pid_t pid, pid_t tid, bool has_ended)
{
    return has_ended ? (struct unixlib_scheduling){ 'X', 0 } : procfs_thread_scheduling(pid, tid);
}

static bool ask_own_scheduling(struct unixlib_scheduled_thread *asked)
{
    struct thread_view view;

    if (!thread_table_read(asked->id, &view) || asked->creation > view.begun) return false;
    asked->scheduling = scheduling_of(getpid(), (pid_t)view.tid, view.ended);
    return asked->scheduling.letter;
}

static bool ask_other_scheduling(struct unixlib_scheduled_thread *asked)
{
    struct publisher *publisher = process_publisher();
    struct published_thread found;
    pid_t pid;

    if (!publisher || !lookup_thread(publisher, asked->id, asked->process, asked->creation, &found, &pid)) return false;
    asked->scheduling = scheduling_of(pid, (pid_t)found.tid, found.flags & THREAD_ENDED);
    return asked->scheduling.letter;
}

/* A thread's end is recorded before Linux forgets the thread, so a second attempt finds the end. */
int32_t call_scheduling(void *arguments)
{
    struct unixlib_scheduled_thread *asked = arguments;
    bool (*const ask)(struct unixlib_scheduled_thread *) = asked->process ? ask_other_scheduling : ask_own_scheduling;

    if (ask(asked)) return UNIXLIB_DONE;
    return ask(asked) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}

static void ask_thread(struct publisher *publisher, const struct unixlib_listed *asked, struct unixlib_other_thread *thread,
                       bool watch)
{
    const struct cached_thread cached = cached_thread_of(asked, thread);
    struct published_thread found;
    pid_t pid;

    thread->state = UNIXLIB_THREAD_GONE;
    if (!lookup_thread(publisher, thread->id, asked->id, thread->creation, &found, &pid)) return;
    fill_in_thread(thread, &found);
    thread->scheduling = scheduling_of(pid, (pid_t)found.tid, !pid);
    if (watch && pid) schedstat_cache_add(&cached, pid, (pid_t)found.tid, found.since);
}

static bool ask_cached(const struct unixlib_listed *asked, struct unixlib_other_thread *thread)
{
    const struct cached_thread cached = cached_thread_of(asked, thread);
    struct published_thread found = { .flags = 0 };

    if (!schedstat_cache_read(&cached, &found.total, &thread->scheduling)) return false;
    fill_in_thread(thread, &found);
    return true;
}

static pid_t process_of(const struct unixlib_listed *asked, const struct unixlib_other_thread *thread)
{
    const struct cached_thread cached = cached_thread_of(asked, thread);

    return schedstat_cache_find_process(&cached);
}

/* Answers for a process with cached threads. A thread that can still be read after the process's clock was read proves
   that the clock was this process's. */
static bool ask_by_threads(struct publisher *publisher, struct unixlib_listed *asked)
{
    bool is_it = false;
    uint64_t total;
    pid_t pid = 0;
    uint32_t i;

    for (i = 0; i < asked->count && !pid; i++) pid = process_of(asked, &asked->of[i]);
    if (!pid || !linux_clock_of_process(pid, &total)) return false;
    for (i = 0; i < asked->count; i++) is_it |= ask_cached(asked, &asked->of[i]);
    if (!is_it) return false;
    for (i = 0; i < asked->count; i++)
        if (!process_of(asked, &asked->of[i])) ask_thread(publisher, asked, &asked->of[i], true);
    asked->total = total;
    return true;
}

static bool ask_shared_file(struct publisher *publisher, struct unixlib_listed *asked, bool watch)
{
    const struct process_identity process = process_in(publisher, asked->id, asked->creation);
    const struct lookup_options options = { 0 };
    struct lookup_answer answer;
    uint32_t i;

    if (!lookup_process(publisher, process, options, &answer)) return false;
    asked->total = answer.times.user + answer.times.kernel;
    for (i = 0; i < asked->count; i++) ask_thread(publisher, asked, &asked->of[i], watch);
    return true;
}

int32_t call_listed(void *arguments)
{
    struct unixlib_listed *asked = arguments;
    struct publisher *publisher = process_publisher();
    const sigset_t signals = termination_defer();
    const bool may_watch = publisher && schedstat_cache_enter();
    const bool is_known =
        publisher && ((may_watch && ask_by_threads(publisher, asked)) || ask_shared_file(publisher, asked, may_watch));

    if (may_watch) schedstat_cache_leave();
    termination_allow(signals);
    return is_known ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}
