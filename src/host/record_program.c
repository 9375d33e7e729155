/* SPDX-License-Identifier: MIT */
#include "record_program.h"
#include "record_place.h"
#include "record_slot.h"

#include <stddef.h>

static uint64_t program_sum(const struct record_program *program)
{
    return words_sum(program, offsetof(struct record_program, sum));
}

bool record_program_put(const struct record_file *file, uint32_t slot, struct record_program *program)
{
    program->sum = program_sum(program);
    return record_file_write(file, program_at(slot), program, sizeof *program);
}

void record_program_write(const struct record *record, const struct record_file *file)
{
    struct record_program program = record->program;

    if (!program.run) return;
    program.created = record->process.created;
    program.id = record->process.id;
    record_program_put(file, record->slot, &program);
}

/* The file may have been written by anybody. */
static bool is_whole(const struct record_program *program)
{
    return program->sum == program_sum(program) && !program->name[RECORD_NAME - 1];
}

bool record_program_read(const struct record_file *file, uint32_t slot, struct record_program *program)
{
    return record_file_read(file, program_at(slot), program, sizeof *program) && is_whole(program);
}

bool record_program_next(const struct record_file *file, uint64_t run, uint32_t *slot, struct record_program *program)
{
    struct record_program programs[RECORD_PLACES];
    uint32_t i, count;

    while (*slot < RECORD_SLOTS) {
        count = RECORD_PLACES - *slot % RECORD_PLACES;
        if (!record_file_read(file, program_at(*slot), programs, count * sizeof *programs)) return false;
        for (i = 0; i < count; i++) {
            ++*slot;
            if (programs[i].run != run || !is_whole(&programs[i])) continue;
            *program = programs[i];
            return true;
        }
    }
    return false;
}
