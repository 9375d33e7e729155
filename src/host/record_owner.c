/* SPDX-License-Identifier: MIT */
#include "record_owner.h"
#include "other_process.h"

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
