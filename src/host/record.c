/* SPDX-License-Identifier: MIT */
#include "record.h"
#include "folders.h"
#include "linux_clock.h"
#include "other_process.h"
#include "record_account.h"
#include "record_job.h"
#include "record_note.h"
#include "record_number.h"
#include "record_owner.h"
#include "record_parent.h"
#include "record_place.h"
#include "record_present.h"
#include "record_program.h"
#include "record_slot.h"

#include <sched.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { KEPT = 300, TRIES = 200 }; /* s */

/* One clock for all, whatever time namespace they are in, is the wall clock; it only ranks. */
static uint64_t seconds(void)
{
    struct timespec time;

    return clock_gettime(CLOCK_REALTIME_COARSE, &time) ? 0 : (uint64_t)time.tv_sec;
}

static struct figures figures_now(struct record *record, struct record_times times, uint32_t flags)
{
    struct figures figures = { .sequence = __atomic_add_fetch(&record->sequence, 1, __ATOMIC_RELAXED),
                               .created = record->process.created,
                               .id = record->process.id,
                               .flags = flags,
                               .user = times.user,
                               .kernel = times.kernel,
                               .written = seconds(),
                               .begun = record->begun,
                               .pid_namespace = record->pid_namespace,
                               .pid = (uint32_t)record->owner,
                               .parent = record->parent,
                               .job = record->job,
                               .live_threads = (uint32_t)(record->live_threads + 1),
                               .ended = flags & FIGURES_ENDED ? linux_date() : 0 };

    return figures;
}

static bool write_figures(struct record *record, const struct record_file *file, uint32_t slot, struct record_times times,
                          uint32_t flags)
{
    struct figures figures = figures_now(record, times, flags);

    return record_slot_write(file, slot, &figures);
}

/* Of those that were not TRIED, the one whose turn it is. */
static uint32_t oldest(const struct record_slot *slots, uint32_t tried)
{
    const uint64_t now = seconds();
    const struct figures *newest;
    uint64_t written, least = 0;
    uint32_t i, found = RECORD_PLACES;

    for (i = 0; i < RECORD_PLACES; i++) {
        if (tried & 1u << i) continue;
        newest = record_slot_newest(&slots[i]);
        written = newest ? newest->written : now - KEPT;
        if (found < RECORD_PLACES && written >= least) continue;
        found = i;
        least = written;
    }
    return found;
}

/* Its lock can be had, which is not to say that nobody lives there. */
static bool is_vacant(const struct record *record, const struct record_slot *slot)
{
    const struct figures *newest = record_slot_newest(slot);

    return !newest || newest->flags & FIGURES_ENDED || record_owner_by_number(record, newest).life != LIFE_HERE;
}

/* A place whose owner is no more; the kernel gives it to one only. */
static bool take_place(struct record *record, const struct record_file *file)
{
    const uint32_t first = first_place(record->process.id);
    struct record_slot slots[RECORD_PLACES];
    uint32_t tried = 0, i;

    if (!read_places(file, first, slots)) memset(slots, 0, sizeof slots); /* somebody has shortened the file */
    while ((i = oldest(slots, tried)) < RECORD_PLACES) {
        tried |= 1u << i;
        if (!record_file_lock(file, first + i, RECORD_CLAIMED, 1)) continue;
        if (is_vacant(record, &slots[i])) {
            record->slot = first + i;
            return true;
        }
        record_file_unlock(file, first + i, RECORD_CLAIMED, 1);
    }
    return false;
}

/* The sequence goes on where the last owner's ended, or the newest copy would be the old one. */
static void continue_sequence(struct record *record, const struct record_file *file)
{
    struct record_slot slot;
    const struct figures *newest;

    if (!record_file_read(file, slot_at(record->slot), &slot, sizeof slot)) return;
    newest = record_slot_newest(&slot);
    if (newest && newest->sequence > record->sequence) record->sequence = newest->sequence;
}

/* First the record says whose it is, then the kernel that its owner is alive: never the other way round. */
static bool settle(struct record *record, const struct record_file *file, struct record_times times)
{
    if (!take_place(record, file)) return false;
    continue_sequence(record, file);
    if (write_figures(record, file, record->slot, times, 0) && record_file_lock(file, record->slot, RECORD_ALIVE, 1)) {
        record_number_write(record, file, record->process);
        record_program_write(record, file);
        return true;
    }
    record_file_unlock(file, record->slot, RECORD_CLAIMED, 2);
    record->slot = RECORD_SLOTS;
    return false;
}

/* Locks that a closed descriptor has ended are taken again; a place that another process has taken meanwhile is its own,
   and one that was written over is nobody's. */
static bool holds_place(const struct record *record, const struct record_file *file, uint32_t slot)
{
    const struct figures *newest;
    struct record_slot figures;

    if (slot == RECORD_SLOTS) return false;
    record_file_use(file);
    if (!record_file_lock(file, slot, RECORD_CLAIMED, 2)) return false;
    if (!record_file_read(file, slot_at(slot), &figures, sizeof figures)) newest = NULL;
    else newest = record_slot_newest_of(&figures, record->process);
    if (newest && newest == record_slot_newest(&figures)) return true;
    record_file_unlock(file, slot, RECORD_CLAIMED, 2);
    return false;
}

/* What the ended children said in the file before. */
static void move_account(struct record *record, const struct record_file *from, uint32_t slot, const struct record_file *to)
{
    struct account_sum sum;

    if (account_sum(from, slot, record->process, &sum) && sum.processes)
        account_add(to, record->slot, record->process, sum);
}

/* Last words into both copies: what another thread was about to write is older than either, and cannot take the place of
   both. */
static bool write_words(struct record *record, const struct record_file *file, uint32_t slot, struct record_times times,
                        uint32_t flags)
{
    return write_figures(record, file, slot, times, flags) && (!flags || write_figures(record, file, slot, times, flags));
}

/* Into the file that has the name now. */
static bool write_own(struct record *record, struct record_times times, uint32_t flags)
{
    const int before = record->present;
    const uint32_t slot = record->slot;
    const struct record_file *file = present_file(record);

    record->published = times;
    if (!file) return false;
    record->job = job_of(file, record->process, UINT64_MAX, record->job);
    if (record->present != before) record->slot = RECORD_SLOTS;
    if (holds_place(record, file, record->slot)) return write_words(record, file, record->slot, times, flags);
    if (!settle(record, file, times)) return false;
    if (before >= 0 && before != record->present && slot != RECORD_SLOTS)
        move_account(record, &record->files[before], slot, file);
    return !flags || write_words(record, file, record->slot, times, flags);
}

static void add_name(struct record *record, const char *folder, uint64_t key)
{
    record->name_count += record_name_set(&record->names[record->name_count], folder, key);
}

bool record_open(struct record *record, const char *directory, uint64_t key)
{
    struct folders folders;
    int i;

    memset(record, 0, sizeof *record);
    record->present = -1;
    record->live_threads = -1;
    record->slot = RECORD_SLOTS;
    for (i = 0; i < RECORD_FILES; i++) record->files[i].file = -1;
    folders_find(&folders, directory);
    for (i = 0; i < folders.count; i++) add_name(record, folders.of[i], key);
    record->pid_namespace = own_pid_namespace(&record->has_own_proc);
    return present_file(record) != NULL;
}

void record_close(struct record *record)
{
    int i;

    for (i = 0; i < RECORD_FILES; i++) {
        if (record->files[i].file >= 0) close(record->files[i].file);
        record->files[i].file = -1;
    }
    record->owner = 0;
    record->present = -1;
    record->name_count = 0;
}

static void inherit_job(struct record *record)
{
    const struct record_file *file = record->present < 0 ? NULL : &record->files[record->present];

    if (file && record->in_job) record->job = job_of_parent(file, record->parent, record->process.created);
}

bool record_claim(struct record *record, struct record_process process, uint32_t parent, struct record_times times)
{
    struct timespec now;

    if (record->owner || clock_gettime(CLOCK_BOOTTIME, &now)) return false;
    record->process = process;
    record->parent = parent;
    record->sequence = 0;
    record->slot = RECORD_SLOTS;
    record->begun = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    record->owner = getpid();
    inherit_job(record);
    return record_publish(record, times);
}

bool record_publish(struct record *record, struct record_times times)
{
    bool written;

    if (!record->owner || record->owner != getpid() || !writer_enter(record)) return false;
    written = record->owner && write_own(record, times, 0);
    writer_leave(record);
    return written;
}

/* A place in it, besides that in the present one. */
static void begin_before(struct record *record, struct record_file file)
{
    const uint32_t slot = record->slot;
    const struct record_file *before = present_file_insert_before(record, file);

    settle(record, before, record->published);
    record->slot = slot;
}

void record_await(struct record *record)
{
    struct record_file file;

    if (!record->owner || record->owner != getpid() || !writer_enter(record)) return;
    if (record_parent_is_elsewhere(record) && record_parent_find_file(record, &file)) begin_before(record, file);
    writer_leave(record);
}

bool record_is_left_out(const struct record *record)
{
    return record->owner == getpid() && record->slot == RECORD_SLOTS;
}

void record_forked(struct record *record)
{
    record->owner = 0;
}

/* Where the file was removed meanwhile, others may use that still, and will look for the last words in the new one. */
void record_leave(struct record *record)
{
    const struct record_file *file = record->present < 0 ? NULL : &record->files[record->present];

    if (file && !file_before(record, file)) record_file_leave(&record->names[record->name], file);
}

/* Who has not moved to the present file yet may find that removed too. */
static void write_before(struct record *record, struct record_times times, uint32_t flags)
{
    const struct record_file *file = record->present < 0 ? NULL : file_before(record, &record->files[record->present]);
    uint32_t slot;

    for (; file; file = file_before(record, file))
        if (record_slot_find(file, record->process, &slot) && holds_place(record, file, slot))
            write_words(record, file, slot, times, flags);
}

/* A thread that was ended in the middle of a publication is not waited for long. */
bool record_end(struct record *record, struct record_times times)
{
    uint32_t flags = FIGURES_ENDED;
    bool written;
    int i;

    if (!record->owner || record->owner != getpid()) return false;
    for (i = 0; i < TRIES && !writer_enter(record); i++) sched_yield();
    if (record_number_has_reaper(record, present_file(record))) flags |= FIGURES_AWAITED;
    written = write_own(record, times, flags);
    if (written && record->program.flags & PROGRAM_HAS_CODE) record_program_write(record, present_file(record));
    write_before(record, times, flags);
    if (written) {
        account_report(record, present_file(record), record->slot, record->process, record->parent, times);
        job_report(present_file(record), record->job, (struct account_sum){ times, 1, flags & FIGURES_AWAITED ? 1 : 0 });
    }
    record->owner = 0;
    record->name_count = 0; /* no file is made from here on */
    writer_leave(record);
    record_leave(record);
    return written;
}

const struct record_file *record_file_to_ask(struct record *record)
{
    int present;

    if (!present_file_is_named(record)) {
        if (record->owner && record->owner == getpid()) record_publish(record, record->published);
        else if (writer_enter(record)) {
            present_file(record);
            writer_leave(record);
        }
    }
    present = __atomic_load_n(&record->present, __ATOMIC_ACQUIRE);
    return present < 0 ? NULL : &record->files[present];
}
