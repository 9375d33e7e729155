/* SPDX-License-Identifier: MIT */
#include "record_owner.h"
#include "other_process.h"
#include "record_place.h"
#include "record_slot.h"

#include <unistd.h>

static bool is_own_place(const struct record *record, const struct record_file *file, uint32_t slot)
{
    return record->owner && record->present >= 0 && file == &record->files[record->present] && slot == record->slot;
}

/* Whether numbers mean the same to both. */
static bool is_neighbour(const struct record *record, const struct figures *figures)
{
    return record->pid_namespace && figures->pid_namespace == record->pid_namespace;
}

struct owner record_owner_by_number(const struct record *record, const struct figures *figures)
{
    const pid_t pid = (pid_t)figures->pid;
    uint64_t started;

    if (!record->has_own_proc || !is_neighbour(record, figures)) return (struct owner){ LIFE_UNKNOWN, 0 };
    switch (other_process_started(pid, &started)) {
    case PROCESS_TOLD: return started <= figures->begun ? (struct owner){ LIFE_HERE, pid } : (struct owner){ LIFE_OVER, 0 };
    case PROCESS_GONE: return (struct owner){ LIFE_OVER, 0 };
    default: return (struct owner){ LIFE_UNKNOWN, 0 };
    }
}

/* The kernel does not tell a process of its own locks. */
struct owner record_owner(const struct record *record, const struct record_file *file, uint32_t slot,
                          const struct figures *figures)
{
    const pid_t holder = record_file_holder(file, slot, RECORD_ALIVE);

    if (is_own_place(record, file, slot)) return (struct owner){ LIFE_HERE, record->owner };
    if (is_neighbour(record, figures)) {
        if (holder > 0 && holder == (pid_t)figures->pid) return (struct owner){ LIFE_HERE, holder };
        return record_owner_by_number(record, figures);
    }
    if (holder > 0 && record->has_own_proc && other_process_is(holder, figures->pid, figures->pid_namespace))
        return (struct owner){ LIFE_HERE, holder };
    return (struct owner){ holder ? LIFE_ELSEWHERE : LIFE_UNKNOWN, 0 };
}

bool record_bearer(const struct record *record, const struct record_file *file, uint32_t id, uint64_t until,
                   struct bearer *bearer)
{
    const uint32_t first = first_place(id);
    struct record_slot slots[RECORD_PLACES];
    const struct figures *newest;
    struct owner owner;
    uint32_t i;

    if (!read_places(file, first, slots)) return false;
    for (i = 0; i < RECORD_PLACES; i++) {
        newest = record_slot_newest(&slots[i]);
        if (!newest || newest->id != id || newest->created > until || newest->flags & FIGURES_ENDED) continue;
        owner = record_owner(record, file, first + i, newest);
        if (owner.life != LIFE_HERE && owner.life != LIFE_ELSEWHERE) continue;
        *bearer = (struct bearer){ first + i, *newest, owner };
        return true;
    }
    return false;
}
