/* SPDX-License-Identifier: MIT */
#include "record_view.h"
#include "../protocol/proportion.h"
#include "record.h"
#include "record_place.h"
#include "record_present.h"
#include "record_slot.h"

const struct record_file *view_find_file(struct record *record, struct record_process process, uint32_t *place)
{
    const struct record_file *file = record_file_to_ask(record);

    while (file && !record_slot_find(file, process, place)) file = file_before(record, file);
    return file;
}

bool view_look(const struct record *record, const struct record_file *file, uint32_t place, struct record_process process,
               struct view *view)
{
    const struct figures *figures;
    struct record_slot slot;

    if (!record_file_read(file, slot_at(place), &slot, sizeof slot)) return false;
    figures = record_slot_newest_of(&slot, process);
    if (!figures) return false;
    view->figures = *figures;
    view->is_followed = figures != record_slot_newest(&slot);
    view->owner = (struct owner){ LIFE_OVER, 0 };
    if (!view->is_followed && !(figures->flags & FIGURES_ENDED)) view->owner = record_owner(record, file, place, figures);
    return true;
}

/* Halves, so that their sum fits. */
struct record_times times_split(struct record_times ratio, uint64_t total)
{
    const uint64_t kernel = in_proportion(total, ratio.kernel / 2, ratio.user / 2 + ratio.kernel / 2);

    return (struct record_times){ total - kernel, kernel };
}
