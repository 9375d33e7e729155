/* SPDX-License-Identifier: MIT */
#include "unixlib/calls/call.h"
#include "unixlib/clocks/cycle_conversion.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/clocks/termination.h"
#include "unixlib/calls/process_calls.h"
#include "unixlib/shared_file/process_question.h"
#include "unixlib/shared_file/other_process.h"
#include "unixlib/threads/thread_table.h"
#include "unixlib/threads/watched_threads.h"

#include <unistd.h>

static struct watched_thread watched_thread_of(const struct unixlib_listed *asked,
                                               const struct unixlib_other_thread *thread)
{
    return (struct watched_thread){ thread->creation, asked->creation, thread->id, asked->id };
}

static void put(struct unixlib_other_thread *thread, const struct record_thread *found)
{
    thread->total = found->total;
    thread->kernel = found->kernel;
    thread->cycles = cycles_from_ns(found->total);
    thread->state = found->flags & THREAD_ENDED ? UNIXLIB_THREAD_ENDED : UNIXLIB_THREAD_LIVE;
}

int32_t call_other_thread(void *arguments)
{
    struct unixlib_other_thread *asked = arguments;
    struct record *record = process_record();
    struct record_thread found;
    uint64_t since = 0;
    pid_t pid;

    do {
        if (!record || !record_thread_find(record, asked->id, asked->process, asked->creation, &found, &pid))
            return UNIXLIB_UNKNOWN;
        put(asked, &found);
    } while (asked->ended && asked->state == UNIXLIB_THREAD_LIVE && await_thread_end(&since));
    return UNIXLIB_DONE;
}

/* A thread whose end was recorded is dead, as proc(5) calls it. */
static struct unixlib_scheduling scheduling_of(pid_t pid, pid_t tid, bool has_ended)
{
    return has_ended ? (struct unixlib_scheduling){ 'X', 0 } : other_thread_scheduling(pid, tid);
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
    struct record *record = process_record();
    struct record_thread found;
    pid_t pid;

    if (!record || !record_thread_find(record, asked->id, asked->process, asked->creation, &found, &pid)) return false;
    asked->scheduling = scheduling_of(pid, (pid_t)found.tid, found.flags & THREAD_ENDED);
    return asked->scheduling.letter;
}

/* A thread's end is recorded before Linux forgets the thread, so a second attempt finds the end. */
int32_t call_scheduling(void *arguments)
{
    struct unixlib_scheduled_thread *asked = arguments;
    bool (*const ask)(struct unixlib_scheduled_thread *) = asked->process ? ask_other_scheduling : ask_own_scheduling;

    return ask(asked) || ask(asked) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}

static void ask_thread(struct record *record, const struct unixlib_listed *asked, struct unixlib_other_thread *thread,
                       bool watch)
{
    const struct watched_thread watched = watched_thread_of(asked, thread);
    struct record_thread found;
    pid_t pid;

    thread->state = UNIXLIB_THREAD_GONE;
    if (!record_thread_find(record, thread->id, asked->id, thread->creation, &found, &pid)) return;
    put(thread, &found);
    thread->scheduling = scheduling_of(pid, (pid_t)found.tid, !pid);
    if (watch && pid) watched_threads_add(&watched, pid, (pid_t)found.tid, found.since);
}

static bool ask_watched(const struct unixlib_listed *asked, struct unixlib_other_thread *thread)
{
    const struct watched_thread watched = watched_thread_of(asked, thread);
    struct record_thread found = { .flags = 0 };

    if (!watched_thread_read(&watched, &found.total, &thread->scheduling)) return false;
    put(thread, &found);
    return true;
}

static pid_t process_of(const struct unixlib_listed *asked, const struct unixlib_other_thread *thread)
{
    const struct watched_thread watched = watched_thread_of(asked, thread);

    return watched_thread_process(&watched);
}

/* Answers for a process with watched threads. A thread that can still be read after the process's clock was read proves
   that the clock was this process's. */
static bool ask_by_threads(struct record *record, struct unixlib_listed *asked)
{
    bool is_it = false;
    uint64_t total;
    pid_t pid = 0;
    uint32_t i;

    for (i = 0; i < asked->count && !pid; i++) pid = process_of(asked, &asked->of[i]);
    if (!pid || !linux_clock_of_process(pid, &total)) return false;
    for (i = 0; i < asked->count; i++) is_it |= ask_watched(asked, &asked->of[i]);
    if (!is_it) return false;
    for (i = 0; i < asked->count; i++)
        if (!process_of(asked, &asked->of[i])) ask_thread(record, asked, &asked->of[i], true);
    asked->total = total;
    return true;
}

static bool ask_record(struct record *record, struct unixlib_listed *asked, bool watch)
{
    const struct record_process process = process_in(record, asked->id, asked->creation);
    const struct record_question question = { 0 };
    struct record_answer answer;
    uint32_t i;

    if (!record_find(record, process, question, &answer)) return false;
    asked->total = answer.times.user + answer.times.kernel;
    for (i = 0; i < asked->count; i++) ask_thread(record, asked, &asked->of[i], watch);
    return true;
}

int32_t call_listed(void *arguments)
{
    struct unixlib_listed *asked = arguments;
    struct record *record = process_record();
    const sigset_t signals = termination_defer();
    const bool may_watch = record && watched_threads_enter();
    const bool is_told = record && ((may_watch && ask_by_threads(record, asked)) || ask_record(record, asked, may_watch));

    if (may_watch) watched_threads_leave();
    termination_allow(signals);
    return is_told ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}
