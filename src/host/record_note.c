/* SPDX-License-Identifier: MIT */
#include "record_note.h"
#include "linux_clock.h"
#include "record.h"
#include "record_place.h"
#include "record_slot.h"

#include <stddef.h>

static uint64_t note_sum(const struct record_note *note)
{
    return words_sum(note, offsetof(struct record_note, sum));
}

static bool read_notes(const struct record_file *file, uint32_t id, struct record_note notes[RECORD_PLACES])
{
    return record_file_read(file, note_at(first_place(id)), notes, RECORD_PLACES * sizeof *notes);
}

static bool is_note_of(const struct record_note *note, struct record_process process)
{
    return note->id == process.id && note->created == process.created && note->sum == note_sum(note);
}

static const struct record_note *find_note(const struct record_note notes[RECORD_PLACES], struct record_process process)
{
    int i;

    for (i = 0; i < RECORD_PLACES; i++)
        if (is_note_of(&notes[i], process)) return &notes[i];
    return NULL;
}

uint64_t job_of(const struct record_file *file, struct record_process process, uint64_t until, uint64_t inherited)
{
    struct record_note notes[RECORD_PLACES];
    const struct record_note *note = read_notes(file, process.id, notes) ? find_note(notes, process) : NULL;

    return note && note->since <= until ? note->job : inherited;
}

/* The last that bore the id before; it may have ended. */
uint64_t job_of_parent(const struct record_file *file, uint32_t parent, uint64_t created)
{
    const struct figures *newest, *found = NULL;
    struct record_slot slots[RECORD_PLACES];
    int i;

    if (!parent || !read_places(file, first_place(parent), slots)) return 0;
    for (i = 0; i < RECORD_PLACES; i++) {
        newest = record_slot_newest(&slots[i]);
        if (!newest || newest->id != parent || newest->created > created) continue;
        if (!found || newest->created > found->created) found = newest;
    }
    return found ? job_of(file, (struct record_process){ parent, found->created }, created, found->job) : 0;
}

/* Its own, else an empty one, else the one that was written the longest ago. */
static int place_of_note(const struct record_note notes[RECORD_PLACES], struct record_process process)
{
    const struct record_note *own = find_note(notes, process);
    int i, oldest = 0;

    if (own) return (int)(own - notes);
    for (i = 1; i < RECORD_PLACES; i++)
        if (notes[i].since < notes[oldest].since) oldest = i;
    return oldest;
}

static bool find_figures(const struct record_file *file, struct record_process process, struct figures *figures)
{
    const struct figures *newest;
    struct record_slot slot;
    uint32_t place;

    if (!record_slot_find(file, process, &place) || !record_file_read(file, slot_at(place), &slot, sizeof slot))
        return false;
    if (!(newest = record_slot_newest_of(&slot, process))) return false;
    *figures = *newest;
    return true;
}

bool record_job_note(struct record *record, struct record_process process, uint64_t job, uint64_t *before)
{
    struct record_note note = { .created = process.created, .job = job, .since = linux_date(), .id = process.id };
    const struct record_file *file = record_file_to_ask(record);
    struct record_note notes[RECORD_PLACES];
    struct figures figures = { .job = 0 };
    uint64_t at;

    if (!file || !read_notes(file, process.id, notes)) return false;
    find_figures(file, process, &figures);
    *before = job_of(file, process, UINT64_MAX, figures.job);
    note.sum = note_sum(&note);
    at = note_at(first_place(process.id) + (uint32_t)place_of_note(notes, process));
    return record_file_write(file, at, &note, sizeof note);
}
