/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/entry.h"
#include "protocol/proportion.h"
#include "unixlib/shared_file/checksum.h"
#include "unixlib/shared_file/other_process.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>

uint64_t entry_sum(const struct process_entry *process)
{
    return words_sum(process, offsetof(struct process_entry, sum));
}

/* This checksum also covers the entry's checksum, so that a slot's new owner does not get the previous owner's times. */
uint64_t figures_sum(const struct process_entry *process, const struct figures *figures)
{
    return words_sum_after(process->sum, figures, offsetof(struct figures, sum));
}

uint64_t thread_sum(uint64_t prefix, const struct record_thread *thread)
{
    return words_sum_after(prefix, thread, offsetof(struct record_thread, sum));
}

/* Any program of the user may have written the file. */
static bool is_whole(const struct process_entry *process)
{
    return process->pid && process->pid < RECORD_PIDS && !process->name[RECORD_NAME - 1]
           && process->sum == entry_sum(process);
}

static const struct figures *newest(const struct record_slot *slot)
{
    const struct figures *found = NULL;
    int i;

    for (i = 0; i < 2; i++) {
        if (slot->copies[i].sum != figures_sum(&slot->entry, &slot->copies[i])) continue;
        if (!found || slot->copies[i].sequence > found->sequence) found = &slot->copies[i];
    }
    return found;
}

bool entry_of(const struct record_slot *slot, struct entry *entry)
{
    const struct figures *figures = is_whole(&slot->entry) ? newest(slot) : NULL;

    if (!figures) return false;
    entry->process = slot->entry;
    entry->figures = *figures;
    return true;
}

bool entry_read(const struct record_file *file, uint32_t number, struct entry *entry)
{
    struct record_slot slot;

    entry->slot = number;
    return record_file_read(file, RECORD_AT(slots[number]), &slot, sizeof slot) && entry_of(&slot, entry);
}

/* A process that lost its slot has opened a second entry, and publishes there. */
static bool is_later(const struct entry *one, const struct entry *other)
{
    if (one->process.created != other->process.created) return one->process.created > other->process.created;
    return one->figures.sequence > other->figures.sequence;
}

bool entry_find_last(const struct record_file *file, struct record_process latest, struct entry *found)
{
    const uint32_t first = first_place(latest.prefix, latest.id);
    struct record_slot slots[RECORD_PLACES];
    struct entry entry, last = { .slot = 0 };
    bool is_found = false;
    uint32_t i;

    if (!record_file_read(file, RECORD_AT(slots[first]), slots, sizeof slots)) return false;
    for (i = 0; i < RECORD_PLACES; i++) {
        if (slots[i].entry.id != latest.id || slots[i].entry.prefix != latest.prefix) continue;
        if (slots[i].entry.created > latest.created) continue;
        entry.slot = first + i;
        if (!entry_of(&slots[i], &entry) || (is_found && !is_later(&entry, &last))) continue;
        last = entry;
        is_found = true;
    }
    if (is_found) *found = last;
    return is_found;
}

bool entry_find(const struct record_file *file, struct record_process process, struct entry *entry)
{
    struct entry last;

    if (!entry_find_last(file, process, &last) || last.process.created != process.created) return false;
    *entry = last;
    return true;
}

/* The process that has this pid now opened the entry if it started before the entry was opened, and this user may signal
   it. */
static enum life life_by_number(const struct entry *entry)
{
    const pid_t pid = (pid_t)entry->process.pid;
    uint64_t started;

    if (other_thread_started(pid, pid, &started)) {
        if (started > entry->process.begun) return LIFE_OVER;
        return kill(pid, 0) ? LIFE_UNKNOWN : LIFE_HERE;
    }
    return kill(pid, 0) && errno == ESRCH ? LIFE_OVER : LIFE_UNKNOWN;
}

/* The kernel does not report a process its own locks, and releases them when that process closes any descriptor of the
   file, so a lock that is not reported proves nothing. */
enum life entry_life(const struct record_file *file, const struct entry *entry)
{
    const pid_t holder = record_file_holder(file, entry->slot, RECORD_OWNER);

    return holder == (pid_t)entry->process.pid ? LIFE_HERE : life_by_number(entry);
}

uint32_t reaper_mark(pid_t pid)
{
    const uint64_t tick = 10000000; /* ns */
    uint64_t started;

    return other_thread_started(pid, pid, &started) ? REAPER | (uint32_t)(started / tick) : 0;
}

bool entry_find_pid(const struct record_file *file, pid_t pid, struct entry *entry)
{
    uint32_t value;

    return record_file_read(file, RECORD_AT(pids[(uint32_t)pid]), &value, sizeof value) && value - 1 < RECORD_SLOTS
           && entry_read(file, value - 1, entry) && entry->process.pid == (uint32_t)pid
           && life_by_number(entry) == LIFE_HERE;
}

bool entry_hold(const struct record_file *file, const struct entry *entry)
{
    struct entry there;

    if (entry->slot == RECORD_SLOTS) return false;
    record_file_use(file);
    if (!record_file_lock(file, entry->slot, RECORD_OWNER)) return false;
    if (entry_read(file, entry->slot, &there) && there.process.sum == entry->process.sum) return true;
    record_file_unlock(file, entry->slot, RECORD_OWNER);
    return false;
}

bool entry_open(const struct record_file *file, struct entry *entry)
{
    struct record_slot slot = { .entry = entry->process };
    const uint32_t value = entry->slot + 1;

    entry->figures.sequence++;
    slot.entry.sum = entry->process.sum = entry_sum(&entry->process);
    entry->figures.sum = figures_sum(&entry->process, &entry->figures);
    slot.copies[entry->figures.sequence % 2] = entry->figures;
    if (!record_file_write(file, RECORD_AT(slots[entry->slot]), &slot, sizeof slot)) return false;
    record_file_write(file, RECORD_AT(pids[entry->process.pid]), &value, sizeof value); /* this may fail for lack of room */
    return true;
}

bool entry_write(const struct record_file *file, struct entry *entry)
{
    struct figures *figures = &entry->figures;
    int writes = figures->flags & (FIGURES_LEFT | FIGURES_ENDED) ? 2 : 1;

    while (writes--) {
        figures->sequence++;
        figures->sum = figures_sum(&entry->process, figures);
        if (!record_file_write(file, RECORD_AT(slots[entry->slot].copies[figures->sequence % 2]), figures, sizeof *figures))
            return false;
    }
    return true;
}

/* The ratio is taken of halves, so that their sum does not overflow. */
struct record_times times_split(struct record_times ratio, uint64_t total)
{
    const uint64_t kernel = in_proportion(total, ratio.kernel / 2, ratio.user / 2 + ratio.kernel / 2);

    return (struct record_times){ total - kernel, kernel };
}
