/* SPDX-License-Identifier: MIT */
/* What threads tell other processes. */
#include "live_threads.h"
#include "other_process.h"
#include "record.h"
#include "record_owner.h"
#include "record_place.h"
#include "record_present.h"
#include "record_slot.h"

enum { ATTEMPTS = 4 };

/* wineserver counts ids in steps of 4 from the lowest that is free, and lends one anew when nobody can ask about its last
   bearer any more: so each has a place of its own, until more than that are in use. */
static uint64_t place_of(uint32_t id)
{
    return thread_at(id / 4 % RECORD_THREADS);
}

static bool is_whole(const struct record_thread *thread)
{
    return thread->sum == thread_sum(thread);
}

bool record_thread_publish(struct record *record, const struct record_thread *thread)
{
    struct record_thread entry = *thread;
    const int present = __atomic_load_n(&record->present, __ATOMIC_ACQUIRE);

    if (present < 0 || !record->owner) return false;
    entry.process = record->process.id;
    entry.created = record->process.created;
    entry.sum = thread_sum(&entry);
    return record_file_write(&record->files[present], place_of(thread->id), &entry, sizeof entry);
}

/* An earlier bearer of the id had begun before. */
static bool find_in(const struct record_file *file, uint32_t id, uint32_t process, uint64_t since,
                    struct record_thread *found)
{
    struct record_thread there;

    if (!record_file_read(file, place_of(id), &there, sizeof there) || !is_whole(&there)) return false;
    if (there.id != id || there.process != process || there.begun < since) return false;
    *found = there;
    return true;
}

/* The process ID, if it lives and numbers its threads as this process does. */
static bool find_process(const struct record *record, const struct record_file *file, uint32_t id, struct bearer *found)
{
    return record->has_own_proc && record_bearer(record, file, id, UINT64_MAX, found) && found->owner.life == LIFE_HERE
           && found->figures.pid_namespace == record->pid_namespace;
}

/* A thread that has the number now and is younger than the entry is another. */
static bool ask_clock(pid_t pid, struct record_thread *thread)
{
    const pid_t tid = (pid_t)thread->tid;
    uint64_t started;

    if (!other_thread_total(pid, tid, &thread->total)) return false;
    thread->kernel = 0;
    return other_thread_started(pid, tid, &started) == PROCESS_TOLD && started <= thread->since;
}

static bool find_live(const struct figures *process, pid_t pid, uint32_t id, uint64_t since, struct record_thread *found)
{
    struct live_thread live;

    if (!process->live_threads || !live_threads_find(pid, (int)process->live_threads - 1, id, &live)) return false;
    if (live.begun < since) return false;
    *found = (struct record_thread){ .id = id,
                                     .process = process->id,
                                     .created = process->created,
                                     .begun = live.begun,
                                     .since = live.since,
                                     .tid = live.tid };
    return true;
}

/* One that ends meanwhile is found the next time; what is torn may be whole then. */
static bool find_once(const struct record *record, const struct record_file *file, uint32_t id, uint32_t process,
                      uint64_t since, struct record_thread *thread, pid_t *pid)
{
    struct bearer bearer, after;
    bool is_there = find_in(file, id, process, since, thread);

    *pid = 0;
    if (is_there && thread->flags & THREAD_ENDED) return true;
    if (!find_process(record, file, process, &bearer)) return false;
    *pid = bearer.owner.pid;
    if (is_there ? thread->created != bearer.figures.created : !find_live(&bearer.figures, *pid, id, since, thread))
        return false;
    return ask_clock(*pid, thread) && find_process(record, file, process, &after) && after.owner.pid == *pid
           && after.figures.created == bearer.figures.created;
}

bool record_thread_find(struct record *record, uint32_t id, uint32_t process, uint64_t since, struct record_thread *thread,
                        pid_t *pid)
{
    const struct record_file *file = record_file_to_ask(record);
    struct record_thread found;
    pid_t its_pid;
    int i;

    for (; file; file = file_before(record, file)) {
        for (i = 0; i < ATTEMPTS; i++) {
            if (!find_once(record, file, id, process, since, &found, &its_pid)) continue;
            *thread = found;
            *pid = its_pid;
            return true;
        }
    }
    return false;
}
