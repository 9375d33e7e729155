/* SPDX-License-Identifier: MIT */
/* Publishes this process's times. */
#include "unixlib/shared_file/publisher.h"
#include "unixlib/shared_file/jobs.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/clocks/linux_clock.h"
#include "protocol/ignore_result.h"

#include <sched.h>
#include <unistd.h>

enum { TRIES = 200 };
static const uint64_t KEPT = 3000000000; /* 100 ns */

/* A thread that was delayed for long may come when another one has ended this process's entry: a state that has no way to
   NEXT stays. */
bool publisher_change_state(struct publisher *publisher, enum publisher_state next)
{
    enum {
        WAITS = 1 << PUBLISHER_WAITS_FOR_SLOT,
        HAS = 1 << PUBLISHER_HAS_SLOT,
        COPY = 1 << PUBLISHER_IS_COPY,
        ENDED = 1 << PUBLISHER_HAS_ENDED
    };
    static const uint32_t ways[] = {
        [PUBLISHER_ASKS] = WAITS | ENDED,
        [PUBLISHER_WAITS_FOR_SLOT] = HAS | COPY | ENDED,
        [PUBLISHER_HAS_SLOT] = HAS | COPY | ENDED,
        [PUBLISHER_IS_COPY] = ENDED,
        [PUBLISHER_HAS_ENDED] = 0,
    };
    uint32_t now = publisher_state(publisher);

    do
        if (!(ways[now] & 1u << next)) return false;
    while (!__atomic_compare_exchange_n(&publisher->state, &now, next, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    return true;
}

bool publisher_open(struct publisher *publisher, const char *directory, uint64_t key)
{
    memset(publisher, 0, sizeof *publisher);
    shared_files_begin(&publisher->shared, directory, key);
    return shared_files_find_present(&publisher->shared, true) != NULL;
}

void publisher_close(struct publisher *publisher)
{
    publisher_change_state(publisher, PUBLISHER_HAS_ENDED);
    shared_files_close(&publisher->shared);
}

/* Adds the final times of ENTRY, of FILE, to the parent's ended totals. A parent that has left or ended accepts no further
   reports. If the parent has no entry in the new file yet, it later moves what is added to its ended totals in the old one.
   If the times cannot be added, the parent's lack them: no process is left that could add them later. */
static void report_to_parent(const struct publisher *publisher, const struct shared_file *file, const struct entry *entry)
{
    const struct process_identity latest = { entry->process.parent, entry->process.created, entry->process.prefix };
    struct ended_sum sum = { entry->published.times, .processes = 1 };
    struct entry parent;

    if (!entry->process.parent) return;
    sum = ended_sum_add(sum, ended_totals_read(file, entry->slot, entry_process(entry)).total);
    for (; file; file = shared_files_find_before(&publisher->shared, file)) {
        if (!entry_find_last(file, latest, &parent) || parent.published.flags & (PUBLISHED_LEFT | PUBLISHED_ENDED)
            || entry_life(file, &parent) != LIFE_HERE)
            continue;
        ignore_result(ended_totals_add(file, parent.slot, entry_process(&parent), sum));
        return;
    }
}

void publisher_report_end(const struct publisher *publisher, const struct shared_file *file, const struct entry *entry,
                          struct cpu_times all)
{
    if (!(entry->published.flags & PUBLISHED_LEFT)) report_to_parent(publisher, file, entry);
    job_report(file, job_of_process(&publisher->shared, file, entry_process(entry)),
               (struct ended_sum){ all, .processes = 1 });
}

/* Takes a slot whose process has ended; the kernel gives the slot's lock to one process only, which does not prove that the
   slot's process has ended. An empty slot counts as one whose process ended five minutes ago. A file that was shortened
   reads as empty slots. The times of a process that has no end record are added to its parent's and job's ended totals
   before they are overwritten. */
static bool take_vacant_slot(struct publisher *publisher, const struct shared_file *file)
{
    const uint32_t first = find_first_slot(publisher->own.process.prefix, publisher->own.process.id);
    const uint64_t empty = linux_date() - KEPT;
    uint64_t written[SHARED_SET_SLOTS];
    struct shared_slot slots[SHARED_SET_SLOTS] = { 0 };
    struct entry entry;
    uint32_t tried = 0, i;
    bool is_open;

    shared_file_read(file, SHARED_FILE_AT(slots[first]), slots, sizeof slots); /* what cannot be read counts as empty */
    for (i = 0; i < SHARED_SET_SLOTS; i++) written[i] = entry_of(&slots[i], &entry) ? entry.published.date : empty;
    while ((i = find_oldest_slot(written, tried)) < SHARED_SET_SLOTS) {
        tried |= 1u << i;
        if (!shared_file_lock(file, SHARED_LOCK_OWNER(first + i), F_WRLCK)) continue;
        is_open = entry_read(file, first + i, &entry) && !(entry.published.flags & PUBLISHED_ENDED);
        if (is_open && entry_life(file, &entry) == LIFE_HERE) {
            shared_file_lock(file, SHARED_LOCK_OWNER(first + i), F_UNLCK);
            continue;
        }
        if (is_open) publisher_report_end(publisher, file, &entry, entry.published.times);
        publisher->own.slot = first + i;
        return true;
    }
    return false;
}

/* Adds the times of children that ended while this process had no entry to add them to. */
static void collect_unreported_children(const struct publisher *publisher, const struct shared_file *file)
{
    const struct process_entry *own = &publisher->own.process;
    struct entry entry;
    uint32_t i;

    for (i = 0; i < SHARED_SLOTS; i++)
        if (entry_read(file, i, &entry) && entry.process.prefix == own->prefix && entry.process.parent == own->id
            && entry.process.created >= own->created && entry.published.flags & PUBLISHED_APART
            && entry.published.flags & (PUBLISHED_LEFT | PUBLISHED_ENDED))
            report_to_parent(publisher, file, &entry);
}

/* Opens this process's entry in FILE, and moves its ended totals and membership from BEFORE, the file of its entry so
   far; NULL: it had none. If FILE cannot have all of that, the next publication tries again. Wine gives the lowest ids
   first, so the children of this process usually have the slots that are reserved: they have room then, even if another
   user fills the folder meanwhile. */
static bool open_own_entry(struct publisher *publisher, const struct shared_file *before, const struct shared_file *file)
{
    const uint32_t slot = publisher->own.slot, usual = find_first_slot(publisher->own.process.prefix, 0),
                   left = SHARED_SLOTS - usual;
    const uint64_t count = left < SHARED_USUAL_SLOTS ? left : SHARED_USUAL_SLOTS;
    struct ended_sum sum = { .processes = 0 };

    if (before && before != file) sum = ended_totals_read(before, slot, entry_process(&publisher->own)).total;
    if (!take_vacant_slot(publisher, file)) return false;
    if (!entry_open(file, &publisher->own)
        || (sum.processes && !ended_totals_add(file, publisher->own.slot, entry_process(&publisher->own), sum))) {
        shared_file_lock(file, SHARED_LOCK_OWNER(publisher->own.slot), F_UNLCK);
        publisher->own.slot = slot;
        return false;
    }
    publisher->file = publisher->shared.present;
    publisher_change_state(publisher, PUBLISHER_HAS_SLOT);
    shared_file_reserve(file, SHARED_FILE_AT(slots[usual]), count * sizeof(struct shared_slot));
    shared_file_reserve(file, SHARED_FILE_AT(ended_totals[usual]), count * 2 * sizeof(struct ended_totals));
    if (!before || before == file) return true;
    job_membership_move(before, file, entry_process(&publisher->own));
    if (shared_file_is_kept(file)) collect_unreported_children(publisher, file);
    return true;
}

static const struct shared_file *file_of_slot(const struct publisher *publisher)
{
    return publisher_state(publisher) == PUBLISHER_HAS_SLOT ? &publisher->shared.files[publisher->file] : NULL;
}

static const struct shared_file *find_present(struct publisher *publisher)
{
    return shared_files_find_present(&publisher->shared, publisher_state(publisher) != PUBLISHER_HAS_ENDED);
}

static bool write_own(struct publisher *publisher)
{
    const struct shared_file *const before = file_of_slot(publisher);
    const struct shared_file *const file = find_present(publisher);

    if (!file) return false;
    publisher->own.published.date = linux_date();
    __atomic_fetch_or(&publisher->own.published.flags, __atomic_load_n(&publisher->flags, __ATOMIC_ACQUIRE),
                      __ATOMIC_RELAXED); /* a thread that was late may write as well, and must not clear the end's flag */
    publisher->own.published.code = __atomic_load_n(&publisher->code, __ATOMIC_RELAXED);
    if (before == file && entry_hold(file, &publisher->own)) return entry_write(file, &publisher->own);
    return open_own_entry(publisher, before, file);
}

static bool is_open(const struct publisher *publisher)
{
    const enum publisher_state state = publisher_state(publisher);

    return state == PUBLISHER_WAITS_FOR_SLOT || state == PUBLISHER_HAS_SLOT;
}

/* Whether this process has claimed an entry and has not ended it. A process whose memory is another's, as after vfork, has
   not. */
static bool owns_entry(const struct publisher *publisher)
{
    return is_open(publisher) && publisher->own.process.pid == (uint32_t)getpid();
}

bool publisher_claim(struct publisher *publisher, struct process_identity process, uint32_t parent, struct cpu_times times)
{
    const struct shared_file *file = shared_files_present(&publisher->shared);
    struct process_entry *own = &publisher->own.process;

    if (publisher_state(publisher) != PUBLISHER_ASKS || !(own->begun = linux_time())) return false;
    own->id = process.id;
    own->created = process.created;
    own->prefix = process.prefix;
    own->parent = parent;
    own->pid = (uint32_t)getpid();
    publisher_change_state(publisher, PUBLISHER_WAITS_FOR_SLOT);
    if (publisher->in_job && file) job_membership_inherit(file, process, parent);
    return publisher_publish_times(publisher, &times);
}

void publisher_set_exit_code(struct publisher *publisher, uint32_t code)
{
    __atomic_store_n(&publisher->code, code, __ATOMIC_RELAXED);
    __atomic_fetch_or(&publisher->flags, PUBLISHED_HAS_CODE, __ATOMIC_RELEASE);
}

bool publisher_publish_times(struct publisher *publisher, const struct cpu_times *times)
{
    bool written = false;

    if (!owns_entry(publisher) || !shared_files_enter(&publisher->shared)) return false;
    if (times) publisher->own.published.times = *times;
    if (is_open(publisher)) written = write_own(publisher);
    shared_files_leave(&publisher->shared);
    return written;
}

void publisher_await_parent(struct publisher *publisher)
{
    const struct shared_file *file = owns_entry(publisher) ? file_of_slot(publisher) : NULL;
    const struct process_entry *own = &publisher->own.process;
    const struct process_identity latest = { own->parent, own->created, own->prefix };
    struct entry parent;

    if (!file || !own->parent || entry_find_last(file, latest, &parent)) return;
    __atomic_fetch_or(&publisher->flags, PUBLISHED_APART, __ATOMIC_RELEASE);
    shared_file_keep(file);
}

/* If the file was replaced while this process used it, the current one stays: other processes may still use the old one,
   and will search the current one for this process's end. */
void publisher_leave(struct publisher *publisher)
{
    const struct shared_file *file = shared_files_present(&publisher->shared);

    if (file && !shared_files_find_before(&publisher->shared, file))
        shared_file_leave(&publisher->shared.names[publisher->shared.name], file);
}

/* Returns whether Linux reports this process's end to a parent that writes the end record. */
static bool has_reaper(const struct publisher *publisher, const struct shared_file *file)
{
    const pid_t parent = getppid();
    uint32_t value;

    for (; file; file = shared_files_find_before(&publisher->shared, file))
        if (shared_file_read(file, SHARED_FILE_AT(pids[parent]), &value, sizeof value) && value
            && value == entry_reaper_value(parent))
            return true;
    return false;
}

/* The wait for another thread's publication is bounded: that thread may have been ended in the middle of it. The usage is
   written before the end, so that a process that finds the end finds the usage too. The end is written into the older files
   as well: a process that has not moved to the current file may find that one removed. */
bool publisher_end(struct publisher *publisher, struct cpu_times times)
{
    const struct shared_file *const before = file_of_slot(publisher), *file;
    struct entry older;
    uint32_t end;
    bool written;
    int i;

    if (!owns_entry(publisher)) return false;
    for (i = 0; i < TRIES && !shared_files_enter(&publisher->shared); i++) sched_yield();
    publisher->own.published.times = times;
    end = has_reaper(publisher, find_present(publisher)) ? PUBLISHED_LEFT : PUBLISHED_ENDED;
    __atomic_fetch_or(&publisher->own.published.flags, end, __ATOMIC_RELAXED);
    if (before) usage_write(before, &publisher->own);
    written = write_own(publisher);
    file = shared_files_present(&publisher->shared);
    if (file && written) {
        if (file != before) usage_write(file, &publisher->own);
        if (publisher->own.published.flags & PUBLISHED_LEFT) report_to_parent(publisher, file, &publisher->own);
        else publisher_report_end(publisher, file, &publisher->own, times);
    }
    while (file && (file = shared_files_find_before(&publisher->shared, file))) {
        if (!entry_find(file, entry_process(&publisher->own), &older) || !entry_hold(file, &older)) continue;
        older.published = publisher->own.published;
        ignore_result(entry_write(file, &older)); /* the current file has the end */
    }
    publisher_change_state(publisher, PUBLISHER_HAS_ENDED);
    shared_files_leave(&publisher->shared);
    publisher_leave(publisher);
    return written;
}

const struct shared_file *publisher_file_to_ask(struct publisher *publisher)
{
    if (!shared_files_present_is_named(&publisher->shared)) {
        if (owns_entry(publisher)) publisher_publish_times(publisher, NULL);
        else if (shared_files_enter(&publisher->shared)) {
            find_present(publisher);
            shared_files_leave(&publisher->shared);
        }
    }
    return shared_files_present(&publisher->shared);
}

const struct shared_file *publisher_file_at_hand(struct publisher *publisher)
{
    const struct shared_file *file = shared_files_present(&publisher->shared);

    return file && shared_file_has_name(file) ? file : publisher_file_to_ask(publisher);
}

bool publisher_publish_thread(struct publisher *publisher, const struct published_thread *thread)
{
    struct published_thread entry = *thread;
    const struct shared_file *file = shared_files_present(&publisher->shared);

    if (!file || !is_open(publisher)) return false;
    entry.process = publisher->own.process.id;
    entry.created = publisher->own.process.created;
    entry.sum = SUM_AFTER(publisher->prefix, &entry);
    return shared_file_write(file, SHARED_FILE_AT(threads[find_thread_slot(publisher->prefix, thread->id)]), &entry,
                             sizeof entry);
}
