/* SPDX-License-Identifier: MIT */
#include "record_life.h"
#include "record.h"
#include "record_number.h"
#include "record_place.h"
#include "record_program.h"
#include "record_slot.h"
#include "record_view.h"

#include <string.h>

static bool read_program(const struct record_file *file, uint32_t place, struct record_process process,
                         struct record_program *program)
{
    return record_program_read(file, place, program) && program->id == process.id && program->created == process.created;
}

static void put_program(const struct record_file *file, uint32_t place, struct record_life *life)
{
    struct record_program program;

    if (!read_program(file, place, life->process, &program)) return;
    life->is_wines = program.flags & PROGRAM_IS_WINES;
    life->has_code = program.flags & PROGRAM_HAS_CODE;
    life->code = program.code;
    memcpy(life->name, program.name, sizeof life->name);
}

bool record_life(struct record *record, struct record_process process, bool is_over, struct record_life *life)
{
    struct record_question question = { .split = true };
    struct record_answer answer;
    const struct record_file *file;
    struct view view;
    uint32_t place;

    file = view_find_file(record, process, &place);
    if (!file || !view_look(record, file, place, process, &view)) return false;
    *life = (struct record_life){ .process = process,
                                  .times = { view.figures.user, view.figures.kernel },
                                  .ended = view.figures.ended };
    put_program(file, place, life);
    question.is_over = is_over || life->ended;
    if (!record_find(record, process, question, &answer)) return true;
    life->times = answer.times;
    life->is_exact = answer.is_exact;
    life->runs = !answer.has_ended;
    return true;
}

bool record_exit_code(struct record *record, struct record_process process, uint32_t code)
{
    uint32_t place;
    const struct record_file *file = view_find_file(record, process, &place);
    struct record_program program;

    if (!file || !read_program(file, place, process, &program)) return false;
    if (program.flags & PROGRAM_HAS_CODE) return true; /* it ends by itself */
    program.flags |= PROGRAM_HAS_CODE;
    program.code = code;
    return record_program_put(file, place, &program);
}

/* A number that another process had before is not this one's. */
bool record_life_of(struct record *record, pid_t pid, bool is_over, struct record_life *life)
{
    const struct record_file *file;
    struct record_process process;
    struct view view;
    uint32_t place;

    if (!record_number_find(record, record_file_to_ask(record), pid, &process)) return false;
    file = view_find_file(record, process, &place);
    if (!file || !view_look(record, file, place, process, &view)) return false;
    return record_owner_by_number(record, &view.figures).life == LIFE_HERE && record_life(record, process, is_over, life);
}

bool record_life_next(struct record *record, uint64_t run, uint32_t *slot, struct record_life *life)
{
    const struct record_file *file = record_file_to_ask(record);
    struct record_program program;

    while (file && record_program_next(file, run, slot, &program))
        if (record_life(record, (struct record_process){ program.id, program.created }, false, life)) return true;
    return false;
}
