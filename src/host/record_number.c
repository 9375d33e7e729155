/* SPDX-License-Identifier: MIT */
#include "record_number.h"
#include "record_place.h"
#include "record_present.h"
#include "record_slot.h"

#include <stddef.h>
#include <unistd.h>

static uint64_t number_sum(const struct record_number *number)
{
    return words_sum(number, offsetof(struct record_number, sum));
}

void record_number_write(const struct record *record, const struct record_file *file, struct record_process process)
{
    struct record_number number = {
        .created = process.created, .pid_namespace = record->pid_namespace, .pid = (uint32_t)getpid(), .id = process.id
    };

    number.sum = number_sum(&number);
    record_file_write(file, number_at(number.pid), &number, sizeof number);
}

static bool is_of(const struct record *record, const struct record_number *number, pid_t pid)
{
    return number->sum == number_sum(number) && number->pid == (uint32_t)pid && record->pid_namespace
           && number->pid_namespace == record->pid_namespace;
}

/* In the newest file that knows it. */
static bool find(const struct record *record, const struct record_file *file, pid_t pid, struct record_number *number)
{
    for (; file; file = file_before(record, file))
        if (record_file_read(file, number_at((uint32_t)pid), number, sizeof *number) && is_of(record, number, pid))
            return true;
    return false;
}

bool record_number_has_reaper(const struct record *record, const struct record_file *file)
{
    struct record_number number;

    return find(record, file, getppid(), &number) && !number.id;
}

/* That PID is in none: where nobody has its place either, it never was a process of cycletime. */
static bool is_taken(const struct record *record, const struct record_file *file, pid_t pid)
{
    struct record_number number;

    for (; file; file = file_before(record, file))
        if (record_file_read(file, number_at((uint32_t)pid), &number, sizeof number) && number.pid) return true;
    return false;
}

/* The last among SLOTS that had the number. */
static void pick(const struct record *record, const struct record_slot slots[RECORD_PLACES], pid_t pid,
                 struct record_process *process)
{
    const struct figures *newest;
    int i;

    for (i = 0; i < RECORD_PLACES; i++) {
        newest = record_slot_newest(&slots[i]);
        if (!newest || newest->pid != (uint32_t)pid || newest->pid_namespace != record->pid_namespace) continue;
        if (newest->created > process->created) *process = (struct record_process){ newest->id, newest->created };
    }
}

/* A number that is so far from another that both have one place: then every place is looked at. */
static bool search(const struct record *record, const struct record_file *file, pid_t pid, struct record_process *process)
{
    struct record_slot slots[RECORD_PLACES];
    struct record_process found = { 0, 0 };
    uint32_t slot;

    if (!record->pid_namespace || !is_taken(record, file, pid)) return false;
    for (slot = 0; slot < RECORD_SLOTS; slot += RECORD_PLACES)
        if (read_places(file, slot, slots)) pick(record, slots, pid, &found);
    if (!found.id) return false;
    *process = found;
    return true;
}

bool record_number_find(const struct record *record, const struct record_file *file, pid_t pid,
                        struct record_process *process)
{
    struct record_number number;

    if (!find(record, file, pid, &number)) return search(record, file, pid, process);
    if (!number.id) return false;
    *process = (struct record_process){ number.id, number.created };
    return true;
}
