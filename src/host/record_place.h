/* SPDX-License-Identifier: MIT */
/* Where in the file what stands. */
#ifndef CYCLETIME_HOST_RECORD_PLACE_H
#define CYCLETIME_HOST_RECORD_PLACE_H

#include "record_file.h"
#include "record_layout.h"

/* Which of SETS sets: ids are multiples of 4 that follow one another in steps of any length; this spreads them evenly. */
static inline uint32_t set_of(uint32_t id, uint32_t sets)
{
    return (uint32_t)((uint64_t)(id / 4 * 0x9e3779b1u) * sets >> 32);
}

static inline uint32_t first_place(uint32_t id)
{
    return set_of(id, RECORD_SLOTS / RECORD_PLACES) * RECORD_PLACES;
}

static inline uint64_t slot_at(uint32_t slot)
{
    return RECORD_SLOTS_AT + (uint64_t)slot * sizeof(struct record_slot);
}

static inline uint64_t account_at(uint32_t slot)
{
    return RECORD_ACCOUNTS_AT + (uint64_t)slot * sizeof(struct account);
}

static inline uint64_t thread_at(uint32_t thread)
{
    return RECORD_THREADS_AT + (uint64_t)thread * sizeof(struct record_thread);
}

static inline uint64_t job_at(uint32_t place)
{
    return RECORD_JOBS_AT + (uint64_t)place * sizeof(struct record_job);
}

static inline uint64_t note_at(uint32_t place)
{
    return RECORD_NOTES_AT + (uint64_t)place * sizeof(struct record_note);
}

static inline uint64_t number_at(uint32_t pid)
{
    return RECORD_NUMBERS_AT + (uint64_t)(pid % RECORD_NUMBERS) * sizeof(struct record_number);
}

static inline uint64_t program_at(uint32_t slot)
{
    return RECORD_PROGRAMS_AT + (uint64_t)slot * sizeof(struct record_program);
}

static inline bool read_places(const struct record_file *file, uint32_t first, struct record_slot slots[RECORD_PLACES])
{
    return record_file_read(file, slot_at(first), slots, RECORD_PLACES * sizeof *slots);
}

#endif
