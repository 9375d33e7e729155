/* SPDX-License-Identifier: MIT */
/* The two tables of killed processes and their exit codes. */
#include "unixlib/shared_file/kills.h"
#include "unixlib/clocks/linux_clock.h"

#include <unistd.h>

/* Reads the slots of a table that PROCESS may use into KILLS, and returns the one that has its kill, else SHARED_SET_SLOTS.
   What cannot be read is empty. PROCESS was created until UNTIL and not before its `created`. */
static uint32_t find_kill(const struct shared_file *file, enum kill_state state, struct process_identity process,
                          uint64_t until, struct published_kill kills[SHARED_SET_SLOTS])
{
    uint32_t i;

    memset(kills, 0, SHARED_SET_SLOTS * sizeof *kills);
    shared_file_read(file, SHARED_FILE_AT(kills[state][find_first_slot(process.prefix, process.id)]), kills,
                     SHARED_SET_SLOTS * sizeof *kills);
    for (i = 0; i < SHARED_SET_SLOTS; i++)
        if (kills[i].id == process.id && kills[i].prefix == process.prefix && kills[i].created >= process.created
            && kills[i].created <= until && kills[i].sum == SUM_AFTER(0, &kills[i]))
            break;
    return i;
}

/* Writes the kill into an empty slot, else over the oldest one. */
bool kills_record(const struct shared_file *file, enum kill_state state, struct process_identity process, uint32_t code)
{
    struct published_kill kills[SHARED_SET_SLOTS],
        kill = { process.prefix, process.created, linux_date(), process.id, code, (uint32_t)getpid(), .reserved = 0 };
    const uint32_t first = find_first_slot(process.prefix, process.id);
    uint64_t dates[SHARED_SET_SLOTS];
    uint32_t i;

    if (find_kill(file, state, process, process.created, kills) < SHARED_SET_SLOTS) return true;
    for (i = 0; i < SHARED_SET_SLOTS; i++) dates[i] = kills[i].sum == SUM_AFTER(0, &kills[i]) ? kills[i].date : 0;
    kill.sum = SUM_AFTER(0, &kill);
    return shared_file_write(file, SHARED_FILE_AT(kills[state][first + find_oldest_slot(dates, 0)]), &kill, sizeof kill);
}

bool kills_cancel(const struct shared_file *file, struct process_identity process, uint32_t code)
{
    struct published_kill kills[SHARED_SET_SLOTS], none = { .prefix = 0 };
    const uint32_t first = find_first_slot(process.prefix, process.id),
                   slot = find_kill(file, KILL_BEGUN, process, process.created, kills);

    if (slot == SHARED_SET_SLOTS || kills[slot].killer != (uint32_t)getpid() || kills[slot].code != code) return true;
    return shared_file_write(file, SHARED_FILE_AT(kills[KILL_BEGUN][first + slot]), &none, sizeof none);
}

enum kill_state kills_find(const struct publisher *publisher, const struct shared_file *file,
                           struct process_identity process, uint64_t until, struct published_kill *found)
{
    struct published_kill kills[SHARED_SET_SLOTS];
    int state;
    uint32_t slot;

    for (; file; file = shared_files_find_before(publisher, file)) {
        for (state = KILL_DONE; state >= KILL_BEGUN; state--) {
            slot = find_kill(file, (enum kill_state)state, process, until, kills);
            if (slot == SHARED_SET_SLOTS) continue;
            *found = kills[slot];
            return (enum kill_state)state;
        }
    }
    return KILL_NONE;
}
