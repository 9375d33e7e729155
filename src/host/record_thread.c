/* SPDX-License-Identifier: MIT */
/* What threads tell other processes. */
#include "other_process.h"
#include "record.h"
#include "record_owner.h"
#include "record_place.h"
#include "record_present.h"
#include "record_slot.h"

#include <string.h>
#include <unistd.h>

enum { ATTEMPTS = 4 };

static uint32_t first_thread(uint32_t id)
{
    return set_of(id, RECORD_THREADS / RECORD_THREAD_PLACES) * RECORD_THREAD_PLACES;
}

static bool read_threads(const struct record_file *file, uint32_t first, struct record_thread *threads)
{
    return record_file_read(file, thread_at(first), threads, RECORD_THREAD_PLACES * sizeof *threads);
}

static bool is_whole(const struct record_thread *thread)
{
    return thread->sum == thread_sum(thread);
}

/* Its own place before all, then an empty one, the longest ended, the oldest. A thread that loses its own takes another when
   it ends. */
static uint64_t rank(const struct record_thread *there, const struct record_thread *thread)
{
    if (!is_whole(there)) return 1;
    if (there->id == thread->id) return 0;
    return there->flags & THREAD_ENDED ? there->begun : there->begun | 1ull << 63;
}

static uint32_t pick(const struct record_thread *threads, const struct record_thread *thread)
{
    uint64_t least = rank(&threads[0], thread), now;
    uint32_t i, found = 0;

    for (i = 1; i < RECORD_THREAD_PLACES; i++) {
        now = rank(&threads[i], thread);
        if (now >= least) continue;
        least = now;
        found = i;
    }
    return found;
}

bool record_thread_publish(struct record *record, const struct record_thread *thread)
{
    struct record_thread threads[RECORD_THREAD_PLACES], entry = *thread;
    const int present = __atomic_load_n(&record->present, __ATOMIC_ACQUIRE);
    const uint32_t first = first_thread(thread->id);

    if (present < 0 || !record->owner || record->owner != getpid()) return false;
    memset(threads, 0, sizeof threads);
    read_threads(&record->files[present], first, threads);
    entry.process = record->process.id;
    entry.created = record->process.created;
    entry.sum = thread_sum(&entry);
    return record_file_write(&record->files[present], thread_at(first + pick(threads, thread)), &entry, sizeof entry);
}

/* The youngest of that id: who bore it before had begun before. */
static bool find_in(const struct record_file *file, uint32_t id, uint32_t process, uint64_t since,
                    struct record_thread *found)
{
    struct record_thread threads[RECORD_THREAD_PLACES];
    bool any = false;
    int i;

    if (!read_threads(file, first_thread(id), threads)) return false;
    for (i = 0; i < RECORD_THREAD_PLACES; i++) {
        if (threads[i].id != id || threads[i].process != process || threads[i].begun < since) continue;
        if (!is_whole(&threads[i]) || (any && threads[i].begun <= found->begun)) continue;
        *found = threads[i];
        any = true;
    }
    return any;
}

/* The number of its process here, if that lives and numbers its threads as this process does. */
static pid_t process_of(const struct record *record, const struct record_file *file, const struct record_thread *thread)
{
    const struct record_process process = { thread->process, thread->created };
    const uint32_t first = first_place(process.id);
    struct record_slot slots[RECORD_PLACES];
    const struct figures *figures;
    uint32_t i;

    if (!read_places(file, first, slots)) return 0;
    for (i = 0; i < RECORD_PLACES; i++) {
        figures = record_slot_newest_of(&slots[i], process);
        if (!figures || !record->has_own_proc || figures->pid_namespace != record->pid_namespace) continue;
        return record_owner(record, file, first + i, figures).pid;
    }
    return 0;
}

/* A thread that has the number now and is younger than the entry is another. */
static bool ask_clock(const struct record *record, const struct record_file *file, struct record_thread *thread)
{
    const pid_t pid = process_of(record, file, thread), tid = (pid_t)thread->tid;
    uint64_t started, total;

    if (!pid || !other_thread_total(pid, tid, &total)) return false;
    if (other_thread_started(pid, tid, &started) != PROCESS_TOLD || started > thread->since) return false;
    thread->total = total;
    thread->kernel = 0;
    return process_of(record, file, thread) == pid;
}

bool record_thread_find(struct record *record, uint32_t id, uint32_t process, uint64_t since, struct record_thread *thread)
{
    const struct record_file *file = present_file_to_read(record);
    struct record_thread found;
    int i;

    for (; file; file = file_before(record, file)) {
        for (i = 0; i < ATTEMPTS; i++) {
            if (!find_in(file, id, process, since, &found)) break; /* a torn one may be whole the next time */
            if (!(found.flags & THREAD_ENDED) && !ask_clock(record, file, &found)) continue;
            *thread = found;
            return true;
        }
    }
    return false;
}
