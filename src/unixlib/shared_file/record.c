/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/record.h"
#include "unixlib/shared_file/account.h"
#include "unixlib/shared_file/job.h"
#include "unixlib/shared_file/membership.h"
#include "unixlib/clocks/linux_clock.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 200 };
static const uint64_t KEPT = 3000000000; /* 100 ns */

/* Returns whether Linux reports this process's end to a parent that writes the end record. */
static bool has_reaper(const struct record *record, const struct record_file *file)
{
    const uint32_t mark = reaper_mark(getppid());
    uint32_t value;

    for (; mark && file; file = files_before(record, file))
        if (record_file_read(file, RECORD_AT(pids[getppid()]), &value, sizeof value) && value == mark) return true;
    return false;
}

/* Identifies the parent of ENTRY's process, which was created before it. */
static struct record_process parent_of(const struct process_entry *process)
{
    return (struct record_process){ process->parent, process->created, process->prefix };
}

/* Finds the parent of ENTRY's process. Returns false for a parent that has left or ended: it accepts no further reports. */
static bool find_parent(const struct record_file *file, const struct entry *entry, struct entry *parent)
{
    return entry_find_last(file, parent_of(&entry->process), parent)
           && !(parent->figures.flags & (FIGURES_LEFT | FIGURES_ENDED)) && entry_life(file, parent) == LIFE_HERE;
}

/* Adds the final times of ENTRY, of FILE, to the parent's account. If the parent has no entry in the new file yet, it later
   moves what is added to its account in the old one. */
static void report_to_parent(const struct record *record, const struct record_file *file, const struct entry *entry)
{
    struct account_sum sum = { entry->figures.times, .processes = 1 };
    struct entry parent;

    if (!entry->process.parent) return;
    sum = account_sum_with(sum, account_read(file, entry->slot, entry_process(entry)).total);
    while (file && !find_parent(file, entry, &parent)) file = files_before(record, file);
    if (file) account_add(file, parent.slot, entry_process(&parent), sum);
}

void record_end_report(const struct record *record, const struct record_file *file, const struct entry *entry,
                       struct record_times all)
{
    if (!(entry->figures.flags & FIGURES_LEFT)) report_to_parent(record, file, entry);
    job_report(file, membership_of(record, file, entry_process(entry)).job, (struct account_sum){ all, .processes = 1 });
}

/* This process holds the slot's lock, which does not prove that the slot's process has ended. The times of one that has no
   end record are added to its parent's and job's accounts before they are overwritten. */
static bool is_vacant(const struct record *record, const struct record_file *file, uint32_t slot)
{
    struct entry entry;

    if (!entry_read(file, slot, &entry) || entry.figures.flags & FIGURES_ENDED) return true;
    if (entry_life(file, &entry) == LIFE_HERE) return false;
    record_end_report(record, file, &entry, entry.figures.times);
    return true;
}

/* Takes a slot whose process has ended; the kernel gives the slot's lock to one process only. An empty slot counts as one
   whose process ended five minutes ago. A file that was shortened reads as empty slots. */
static bool take_slot(struct record *record, const struct record_file *file)
{
    const uint32_t first = first_place(record->own.process.prefix, record->own.process.id);
    const uint64_t empty = linux_date() - KEPT;
    uint64_t written[RECORD_PLACES];
    struct record_slot slots[RECORD_PLACES] = { 0 };
    struct entry entry;
    uint32_t tried = 0, i;

    record_file_read(file, RECORD_AT(slots[first]), slots, sizeof slots); /* what cannot be read counts as empty */
    for (i = 0; i < RECORD_PLACES; i++) written[i] = entry_of(&slots[i], &entry) ? entry.figures.date : empty;
    while ((i = oldest_place(written, tried)) < RECORD_PLACES) {
        tried |= 1u << i;
        if (!record_file_lock(file, first + i, RECORD_OWNER)) continue;
        if (is_vacant(record, file, first + i)) {
            record->own.slot = first + i;
            return true;
        }
        record_file_unlock(file, first + i, RECORD_OWNER);
    }
    return false;
}

/* Adds the times of children that ended while this process had no entry to add them to. */
static void hear_children(const struct record *record, const struct record_file *file)
{
    const struct process_entry *own = &record->own.process;
    struct entry entry;
    uint32_t i;

    for (i = 0; i < RECORD_SLOTS; i++)
        if (entry_read(file, i, &entry) && entry.process.prefix == own->prefix && entry.process.parent == own->id
            && entry.process.created >= own->created && entry.figures.flags & FIGURES_APART
            && entry.figures.flags & (FIGURES_LEFT | FIGURES_ENDED))
            report_to_parent(record, file, &entry);
}

/* Wine gives the lowest ids first, so the children of this process usually have these slots. They have room then, even if
   another user fills the folder meanwhile. */
static void reserve_usual(const struct record *record, const struct record_file *file)
{
    const uint32_t first = first_place(record->own.process.prefix, 0), left = RECORD_SLOTS - first;
    const uint64_t count = left < RECORD_USUAL ? left : RECORD_USUAL;

    record_file_reserve(file, RECORD_AT(slots[first]), count * sizeof(struct record_slot));
}

/* Opens this process's entry in FILE, and moves its account and membership from BEFORE, the file of its entry so far; NULL:
   it had none. */
static bool settle(struct record *record, const struct record_file *before, const struct record_file *file)
{
    const uint32_t slot = record->own.slot;
    struct account_sum sum;

    if (!take_slot(record, file)) return false;
    if (!entry_open(file, &record->own)) {
        record_file_unlock(file, record->own.slot, RECORD_OWNER);
        record->own.slot = RECORD_SLOTS;
        return false;
    }
    record->file = record->present;
    reserve_usual(record, file);
    if (!before || before == file || slot == RECORD_SLOTS) return true;
    sum = account_read(before, slot, entry_process(&record->own)).total;
    if (sum.processes) account_add(file, record->own.slot, entry_process(&record->own), sum);
    membership_move(before, file, entry_process(&record->own));
    if (record_file_is_kept(file)) hear_children(record, file);
    return true;
}

/* Writes this process's entry into the file that the name leads to now. */
static bool write_own(struct record *record)
{
    const struct record_file *const before = record->file < 0 ? NULL : &record->files[record->file];
    const struct record_file *const file = files_present(record);

    if (!file) return false;
    record->own.figures.date = linux_date();
    if (before == file && entry_hold(file, &record->own)) return entry_write(file, &record->own);
    return settle(record, before, file);
}

static bool is_own(const struct record *record)
{
    return record->owner && record->owner == getpid();
}

bool record_claim(struct record *record, struct record_process process, uint32_t parent, struct record_times times)
{
    struct process_entry *own = &record->own.process;

    if (record->owner || !(own->begun = linux_time())) return false;
    own->id = process.id;
    own->created = process.created;
    own->prefix = process.prefix;
    own->parent = parent;
    own->pid = (uint32_t)getpid();
    record->owner = getpid();
    if (record->in_job && record->present >= 0) membership_inherit(&record->files[record->present], process, parent);
    return record_publish(record, times);
}

bool record_publish(struct record *record, struct record_times times)
{
    bool written = false;

    if (!is_own(record) || !files_enter(record)) return false;
    record->own.figures.times = times;
    if (record->owner) written = write_own(record);
    files_leave(record);
    return written;
}

void record_await(struct record *record)
{
    const struct record_file *file = is_own(record) && record->file >= 0 ? &record->files[record->file] : NULL;
    const struct process_entry *own = &record->own.process;
    struct entry parent;

    if (!file || !own->parent || entry_find_last(file, parent_of(own), &parent)) return;
    __atomic_fetch_or(&record->own.figures.flags, FIGURES_APART, __ATOMIC_RELAXED);
    record_file_keep(file);
}

/* If the file was replaced while this process used it, the current one stays: other processes may still use the old one,
   and will search the current one for this process's end. */
void record_leave(struct record *record)
{
    const struct record_file *file = record->present < 0 ? NULL : &record->files[record->present];

    if (file && !files_before(record, file)) record_file_leave(&record->names[record->name], file);
}

/* Writes the end into the older files too: a process that has not moved to the current file may find that one removed. */
static void write_before(const struct record *record, const struct record_file *file)
{
    struct entry own;

    while ((file = files_before(record, file))) {
        if (!entry_find(file, entry_process(&record->own), &own) || !entry_hold(file, &own)) continue;
        own.figures = record->own.figures;
        entry_write(file, &own);
    }
}

/* The wait for another thread's publication is bounded: that thread may have been ended in the middle of it. */
bool record_end(struct record *record, struct record_times times)
{
    const struct record_file *file;
    bool written;
    int i;

    if (!is_own(record)) return false;
    for (i = 0; i < TRIES && !files_enter(record); i++) sched_yield();
    record->own.figures.times = times;
    record->own.figures.flags |= has_reaper(record, files_present(record)) ? FIGURES_LEFT : FIGURES_ENDED;
    written = write_own(record);
    if (record->present >= 0) {
        file = &record->files[record->present];
        if (written && record->own.figures.flags & FIGURES_LEFT) report_to_parent(record, file, &record->own);
        else if (written) record_end_report(record, file, &record->own, times);
        write_before(record, file);
    }
    record->owner = 0;
    record->name_count = 0; /* no file is made or joined from here on */
    files_leave(record);
    record_leave(record);
    return written;
}

const struct record_file *record_file_to_ask(struct record *record)
{
    int present;

    if (!files_present_is_named(record)) {
        if (is_own(record)) record_publish(record, record->own.figures.times);
        else if (files_enter(record)) {
            files_present(record);
            files_leave(record);
        }
    }
    present = __atomic_load_n(&record->present, __ATOMIC_ACQUIRE);
    return present < 0 ? NULL : &record->files[present];
}

bool record_thread_publish(struct record *record, const struct record_thread *thread)
{
    struct record_thread entry = *thread;
    const int present = __atomic_load_n(&record->present, __ATOMIC_ACQUIRE);

    if (present < 0 || !record->owner) return false;
    entry.process = record->own.process.id;
    entry.created = record->own.process.created;
    entry.sum = thread_sum(record->prefix, &entry);
    return record_file_write(&record->files[present], RECORD_AT(threads[thread_place(record->prefix, thread->id)]), &entry,
                             sizeof entry);
}
