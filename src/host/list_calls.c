/* SPDX-License-Identifier: MIT */
#include "call.h"
#include "cycle_scale.h"
#include "other_process.h"
#include "process_calls.h"
#include "record.h"
#include "watched_threads.h"

static struct watched_thread watched_thread_of(const struct host_listed *asked, const struct host_other_thread *thread)
{
    return (struct watched_thread){ thread->creation, asked->creation, thread->id, asked->id };
}

static void put(struct host_other_thread *thread, uint64_t total, uint64_t kernel, uint32_t state)
{
    thread->total = total;
    thread->kernel = kernel;
    thread->cycles = cycles_from_ns(total);
    thread->state = state;
}

static void ask_thread(struct record *record, const struct host_listed *asked, struct host_other_thread *thread, bool watch)
{
    const struct watched_thread watched = watched_thread_of(asked, thread);
    struct record_thread found;
    pid_t pid;

    thread->state = HOST_THREAD_GONE;
    if (!record_thread_find(record, thread->id, asked->id, thread->creation, &found, &pid)) return;
    put(thread, found.total, found.kernel, found.flags & THREAD_ENDED ? HOST_THREAD_ENDED : HOST_THREAD_LIVE);
    if (watch && pid) watched_threads_add(&watched, pid, (pid_t)found.tid, found.since);
}

static pid_t process_of(const struct host_listed *asked, const struct host_other_thread *thread)
{
    const struct watched_thread watched = watched_thread_of(asked, thread);

    return watched_thread_process(&watched);
}

static bool ask_watched(const struct host_listed *asked, struct host_other_thread *thread)
{
    const struct watched_thread watched = watched_thread_of(asked, thread);
    uint64_t total;

    if (!watched_thread_total(&watched, &total)) return false;
    put(thread, total, 0, HOST_THREAD_LIVE);
    return true;
}

/* Of a process with threads that are watched; one that is read after its clock vouches for that. */
static bool ask_by_threads(struct record *record, struct host_listed *asked)
{
    bool is_it = false;
    uint64_t total;
    pid_t pid = 0;
    uint32_t i;

    for (i = 0; i < asked->count && !pid; i++) pid = process_of(asked, &asked->of[i]);
    if (!pid || !other_process_total(pid, &total)) return false;
    for (i = 0; i < asked->count; i++) is_it |= ask_watched(asked, &asked->of[i]);
    if (!is_it) return false;
    for (i = 0; i < asked->count; i++)
        if (!process_of(asked, &asked->of[i])) ask_thread(record, asked, &asked->of[i], true);
    asked->total = total;
    return true;
}

static bool ask_record(struct record *record, struct host_listed *asked, bool watch)
{
    const struct record_process process = { asked->id, asked->creation };
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
    struct host_listed *asked = arguments;
    struct record *record = process_record();
    const bool may_watch = record && watched_threads_enter();
    bool is_told;

    if (!record) return HOST_UNKNOWN;
    is_told = (may_watch && ask_by_threads(record, asked)) || ask_record(record, asked, may_watch);
    if (may_watch) watched_threads_leave();
    return is_told ? HOST_DONE : HOST_UNKNOWN;
}
