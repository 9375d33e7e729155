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

static bool is_written_as(const struct record *record, const struct record_file *file, uint32_t slot, pid_t pid,
                          struct record_process *process)
{
    const struct figures *newest;
    struct record_slot places;

    if (!record_file_read(file, slot_at(slot), &places, sizeof places)) return false;
    newest = record_slot_newest(&places);
    if (!newest || newest->pid != (uint32_t)pid || newest->pid_namespace != record->pid_namespace) return false;
    *process = (struct record_process){ newest->id, newest->created };
    return true;
}

/* A number that is so far from another that both have one place: then every place is looked at, for a millisecond. */
static bool search(const struct record *record, const struct record_file *file, pid_t pid, struct record_process *process)
{
    struct record_process found;
    bool is_found = false;
    uint32_t slot;

    if (!file || !record->pid_namespace) return false;
    for (slot = 0; slot < RECORD_SLOTS; slot++) {
        if (!is_written_as(record, file, slot, pid, &found)) continue;
        if (!is_found || found.created > process->created) *process = found;
        is_found = true;
    }
    return is_found;
}

bool record_number_find(const struct record *record, const struct record_file *file, pid_t pid,
                        struct record_process *process)
{
    struct record_number number;

    if (!find(record, file, pid, &number)) return search(record, file, pid, process);
    *process = (struct record_process){ number.id, number.created };
    return number.id;
}

static bool read_number(const struct record *record, const struct record_file *file, struct record_process process,
                        pid_t *pid)
{
    const struct figures *newest;
    struct record_slot places;
    uint32_t slot;

    if (!record_slot_find(file, process, &slot) || !record_file_read(file, slot_at(slot), &places, sizeof places))
        return false;
    newest = record_slot_newest_of(&places, process);
    if (!newest || newest->pid_namespace != record->pid_namespace) return false;
    *pid = (pid_t)newest->pid;
    return true;
}

bool record_number_of(const struct record *record, const struct record_file *file, struct record_process process, pid_t *pid)
{
    while (file && !read_number(record, file, process, pid)) file = file_before(record, file);
    return file && record->pid_namespace;
}
