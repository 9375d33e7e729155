/* SPDX-License-Identifier: MIT */
#include "record_slot.h"
#include "record_place.h"

#include <stddef.h>
#include <string.h>

/* Not 0 for zeros: nor is an empty place whole. */
uint64_t words_sum(const void *bytes, size_t size)
{
    const char *at = bytes, *end = at + size;
    uint64_t sum = 0x6379636c6574696d, word;

    for (; at < end; at += sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15;
        sum ^= sum >> 32;
    }
    return sum;
}

uint64_t figures_sum(const struct figures *figures)
{
    return words_sum(figures, offsetof(struct figures, sum));
}

uint64_t cell_sum(const struct account_cell *cell)
{
    return words_sum(cell, offsetof(struct account_cell, sum));
}

uint64_t thread_sum(const struct record_thread *thread)
{
    return words_sum(thread, offsetof(struct record_thread, sum));
}

static bool is_whole(const struct figures *figures)
{
    return figures->sum == figures_sum(figures);
}

static const struct figures *newer(const struct figures *one, const struct figures *other)
{
    if (!one) return other;
    if (!other) return one;
    return one->sequence > other->sequence ? one : other;
}

const struct figures *figures_of(const struct figures *figures, struct record_process process)
{
    return is_whole(figures) && figures->id == process.id && figures->created == process.created ? figures : NULL;
}

bool record_slot_write(const struct record_file *file, uint32_t slot, struct figures *figures)
{
    figures->sum = figures_sum(figures);
    return record_file_write(file, slot_at(slot) + figures->sequence % 2 * sizeof *figures, figures, sizeof *figures);
}

const struct figures *record_slot_newest(const struct record_slot *slot)
{
    const struct figures *copies = slot->copies;

    return newer(is_whole(&copies[0]) ? &copies[0] : NULL, is_whole(&copies[1]) ? &copies[1] : NULL);
}

const struct figures *record_slot_newest_of(const struct record_slot *slot, struct record_process process)
{
    return newer(figures_of(&slot->copies[0], process), figures_of(&slot->copies[1], process));
}

static const struct account_cell *cell_of(const struct account_cell *cell, struct record_process process)
{
    return cell->sum == cell_sum(cell) && cell->id == process.id && cell->created == process.created ? cell : NULL;
}

const struct account_cell *account_cell_newest_of(const struct account_cell copies[2], struct record_process process)
{
    const struct account_cell *one = cell_of(&copies[0], process), *other = cell_of(&copies[1], process);

    if (!one || !other) return one ? one : other;
    return one->sequence > other->sequence ? one : other;
}

/* A process that has lost its place has taken another, and goes on there. */
bool record_slot_find(const struct record_file *file, struct record_process process, uint32_t *slot)
{
    const uint32_t first = first_place(process.id);
    const struct figures *figures, *newest = NULL;
    struct record_slot slots[RECORD_PLACES];
    uint32_t i;

    if (!read_places(file, first, slots)) return false;
    for (i = 0; i < RECORD_PLACES; i++) {
        figures = record_slot_newest_of(&slots[i], process);
        if (!figures || (newest && figures->sequence <= newest->sequence)) continue;
        newest = figures;
        *slot = first + i;
    }
    return newest;
}
