/* SPDX-License-Identifier: MIT */
/* Publishes this process's times and, in `cycletime run`, the end records of its descendants. */
#include "unixlib/shared_file/publisher.h"
#include "unixlib/shared_file/jobs.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/clocks/linux_clock.h"
#include "protocol/ignore_result.h"

#include <sched.h>
#include <unistd.h>

enum { TRIES = 200 };
static const uint64_t KEPT = 3000000000; /* 100 ns */

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
    for (; file; file = shared_files_find_before(publisher, file)) {
        if (!entry_find_last(file, latest, &parent) || parent.published.flags & (PUBLISHED_LEFT | PUBLISHED_ENDED)
            || entry_life(file, &parent) != LIFE_HERE)
            continue;
        ignore_result(ended_totals_add(file, parent.slot, entry_process(&parent), sum));
        return;
    }
}

/* ENTRY, of FILE, has its final times: adds them to the parent's ended totals, unless its process did that when it left,
   and ALL that the process used to its job's ended totals. Called by the process that writes the end record. */
static void publisher_report_end(const struct publisher *publisher, const struct shared_file *file,
                                 const struct entry *entry, struct cpu_times all)
{
    if (!(entry->published.flags & PUBLISHED_LEFT)) report_to_parent(publisher, file, entry);
    job_report(file, job_of_process(publisher, file, entry_process(entry)), (struct ended_sum){ all, .processes = 1 });
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
    publisher->file = publisher->present;
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
    return publisher_state(publisher) == PUBLISHER_HAS_SLOT ? &publisher->files[publisher->file] : NULL;
}

static bool write_own(struct publisher *publisher)
{
    const struct shared_file *const before = file_of_slot(publisher);
    const struct shared_file *const file = shared_files_find_present(publisher);

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
    struct process_entry *own = &publisher->own.process;

    if (publisher_state(publisher) != PUBLISHER_ASKS || !(own->begun = linux_time())) return false;
    own->id = process.id;
    own->created = process.created;
    own->prefix = process.prefix;
    own->parent = parent;
    own->pid = (uint32_t)getpid();
    publisher_change_state(publisher, PUBLISHER_WAITS_FOR_SLOT);
    if (publisher->in_job && publisher->present >= 0)
        job_membership_inherit(&publisher->files[publisher->present], process, parent);
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

    if (!owns_entry(publisher) || !shared_files_enter(publisher)) return false;
    if (times) publisher->own.published.times = *times;
    if (is_open(publisher)) written = write_own(publisher);
    shared_files_leave(publisher);
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
    const struct shared_file *file = publisher->present < 0 ? NULL : &publisher->files[publisher->present];

    if (file && !shared_files_find_before(publisher, file)) shared_file_leave(&publisher->names[publisher->name], file);
}

/* Returns whether Linux reports this process's end to a parent that writes the end record. */
static bool has_reaper(const struct publisher *publisher, const struct shared_file *file)
{
    const pid_t parent = getppid();
    uint32_t value;

    for (; file; file = shared_files_find_before(publisher, file))
        if (shared_file_read(file, SHARED_FILE_AT(pids[parent]), &value, sizeof value) && value
            && value == reaper_index_value(parent))
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
    for (i = 0; i < TRIES && !shared_files_enter(publisher); i++) sched_yield();
    publisher->own.published.times = times;
    end = has_reaper(publisher, shared_files_find_present(publisher)) ? PUBLISHED_LEFT : PUBLISHED_ENDED;
    __atomic_fetch_or(&publisher->own.published.flags, end, __ATOMIC_RELAXED);
    if (before) usage_write(before, &publisher->own);
    written = write_own(publisher);
    file = publisher->present < 0 ? NULL : &publisher->files[publisher->present];
    if (file && written) {
        if (file != before) usage_write(file, &publisher->own);
        if (publisher->own.published.flags & PUBLISHED_LEFT) report_to_parent(publisher, file, &publisher->own);
        else publisher_report_end(publisher, file, &publisher->own, times);
    }
    while (file && (file = shared_files_find_before(publisher, file))) {
        if (!entry_find(file, entry_process(&publisher->own), &older) || !entry_hold(file, &older)) continue;
        older.published = publisher->own.published;
        ignore_result(entry_write(file, &older)); /* the current file has the end */
    }
    publisher_change_state(publisher, PUBLISHER_HAS_ENDED);
    shared_files_leave(publisher);
    publisher_leave(publisher);
    return written;
}

const struct shared_file *publisher_file_to_ask(struct publisher *publisher)
{
    int present;

    if (!shared_files_present_is_named(publisher)) {
        if (owns_entry(publisher)) publisher_publish_times(publisher, NULL);
        else if (shared_files_enter(publisher)) {
            shared_files_find_present(publisher);
            shared_files_leave(publisher);
        }
    }
    present = __atomic_load_n(&publisher->present, __ATOMIC_ACQUIRE);
    return present < 0 ? NULL : &publisher->files[present];
}

const struct shared_file *publisher_file_at_hand(struct publisher *publisher)
{
    const int present = __atomic_load_n(&publisher->present, __ATOMIC_ACQUIRE);
    const struct shared_file *file = present < 0 ? NULL : &publisher->files[present];

    return file && shared_file_has_name(file) ? file : publisher_file_to_ask(publisher);
}

bool publisher_publish_thread(struct publisher *publisher, const struct published_thread *thread)
{
    struct published_thread entry = *thread;
    const int present = __atomic_load_n(&publisher->present, __ATOMIC_ACQUIRE);

    if (present < 0 || !is_open(publisher)) return false;
    entry.process = publisher->own.process.id;
    entry.created = publisher->own.process.created;
    entry.sum = SUM_AFTER(publisher->prefix, &entry);
    return shared_file_write(&publisher->files[present],
                             SHARED_FILE_AT(threads[find_thread_slot(publisher->prefix, thread->id)]), &entry,
                             sizeof entry);
}

void announcement_write(struct publisher *publisher, struct announced_process announced)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);

    announced.date = linux_time();
    announced.sum = SUM_AFTER(0, &announced);
    if (file)
        shared_file_write(file, SHARED_FILE_AT(announced[announced.pid % SHARED_SLOTS]), &announced, sizeof announced);
}

bool announcement_find(struct publisher *publisher, pid_t pid, struct announced_process *announced)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    const uint64_t place = SHARED_FILE_AT(announced[(uint32_t)pid % SHARED_SLOTS]);
    struct announced_process found;
    uint64_t started;

    if (!procfs_thread_started(pid, pid, &started)) return false;
    for (; file; file = shared_files_find_before(publisher, file)) {
        if (!shared_file_read(file, place, &found, sizeof found)) continue;
        if (found.pid != (uint32_t)pid || found.sum != SUM_AFTER(0, &found) || started > found.date) continue;
        *announced = found;
        return true;
    }
    return false;
}

void reaper_register(struct publisher *publisher, bool reaps)
{
    static uint32_t own; /* it stays the same, and the command notes it for each child that ends */
    const struct shared_file *file = publisher_file_to_ask(publisher);
    uint32_t value;

    if (reaps && !own) own = reaper_index_value(getpid());
    value = reaps ? own : 0;
    if (file) shared_file_write(file, SHARED_FILE_AT(pids[getpid()]), &value, sizeof value);
}

/* Writes the end into every file that has an entry of PID, and adds to ended totals once. The end is what a question a
   moment earlier was answered: the process's clock, split in the proportion that the kernel reports. A job's ended totals
   get what a process used itself and what the children used that it waited for, which rusage reports together, cut to
   microseconds. Without an end record, for example because another process has taken the slot, the process that takes the
   slot adds to the ended totals. */
bool reaper_write_end(struct publisher *publisher, pid_t pid, const struct rusage *usage)
{
    const struct cpu_times all = { linux_nanoseconds(usage->ru_utime), linux_nanoseconds(usage->ru_stime) };
    const struct shared_file *file = publisher_file_to_ask(publisher);
    bool is_known = false, written;
    struct cpu_times ratio;
    struct entry entry;
    uint64_t total;

    if (!linux_cpu_clock(linux_clock_of_process(pid), &total)) return false;
    for (; file; file = shared_files_find_before(publisher, file)) {
        if (!entry_find_pid(file, pid, &entry)) continue;
        if (entry.published.flags & PUBLISHED_ENDED) return true;
        written = false;
        if (entry_hold(file, &entry)) {
            ratio = entry.published.times;
            procfs_ratio((pid_t)entry.process.pid, 0, &ratio);
            entry.published.times = times_split(ratio, total);
            entry.published.date = linux_date();
            entry.published.flags |= PUBLISHED_ENDED;
            written = entry_write(file, &entry);
            shared_file_lock(file, SHARED_LOCK_OWNER(entry.slot), F_UNLCK);
        }
        if (written && !is_known)
            publisher_report_end(publisher, file, &entry, total > all.user + all.kernel ? entry.published.times : all);
        is_known = true;
    }
    return is_known;
}
