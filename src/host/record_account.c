/* SPDX-License-Identifier: MIT */
#include "record_account.h"
#include "record_owner.h"
#include "record_place.h"
#include "record_present.h"
#include "record_slot.h"

#include <sched.h>
#include <unistd.h>

enum { ROUNDS = 50 };

static bool read_account(const struct record_file *file, uint32_t slot, struct account *account)
{
    return record_file_read(file, account_at(slot), account, sizeof *account);
}

/* The cell's lock is held. */
static bool add_to_cell(const struct record_file *file, uint32_t slot, int cell, struct record_process process,
                        struct record_times times, uint32_t processes)
{
    struct account_cell sum = { .created = process.created, .id = process.id };
    const struct account_cell *newest;
    struct account account;
    uint64_t at;

    if (!read_account(file, slot, &account)) return false;
    newest = account_cell_newest_of(account.cells[cell], process);
    if (newest) sum = *newest;
    sum.sequence++;
    sum.processes += processes;
    sum.user += times.user;
    sum.kernel += times.kernel;
    sum.sum = cell_sum(&sum);
    at = account_at(slot) + ((uint64_t)cell * 2 + sum.sequence % 2) * sizeof sum;
    return record_file_write(file, at, &sum, sizeof sum);
}

bool account_add(const struct record_file *file, uint32_t slot, struct record_process process, struct record_times times,
                 uint32_t processes)
{
    static int busy[RECORD_CELLS]; /* locks do not keep the threads of one process apart */
    const int first = (int)getpid();
    bool added;
    int i, cell;

    for (i = 0; i < ROUNDS * RECORD_CELLS; i++) {
        if (i && i % RECORD_CELLS == 0) sched_yield();
        cell = (first + i) % RECORD_CELLS;
        if (__atomic_exchange_n(&busy[cell], 1, __ATOMIC_ACQUIRE)) continue;
        added = record_file_lock(file, slot, RECORD_CELL + cell, 1);
        if (added) {
            added = add_to_cell(file, slot, cell, process, times, processes);
            record_file_unlock(file, slot, RECORD_CELL + cell, 1);
        }
        __atomic_store_n(&busy[cell], 0, __ATOMIC_RELEASE);
        if (added) return true;
    }
    return false;
}

bool account_sum(const struct record_file *file, uint32_t slot, struct record_process process, struct record_times *times,
                 uint32_t *processes)
{
    const struct account_cell *cell;
    struct account account;
    int i;

    *times = (struct record_times){ 0, 0 };
    *processes = 0;
    if (!read_account(file, slot, &account)) return false;
    for (i = 0; i < RECORD_CELLS; i++) {
        cell = account_cell_newest_of(account.cells[i], process);
        if (!cell) continue;
        times->user += cell->user;
        times->kernel += cell->kernel;
        *processes += cell->processes;
    }
    return true;
}

/* A parent that has not been in the new file yet takes along what is said in the old one. */
void account_report(struct record *record, const struct record_file *file, uint32_t slot, struct record_process process,
                    uint32_t parent, struct record_times times)
{
    struct record_times own;
    struct bearer bearer;
    uint32_t processes;

    if (!parent || !file || !account_sum(file, slot, process, &own, &processes)) return;
    times.user += own.user;
    times.kernel += own.kernel;
    for (; file; file = file_before(record, file))
        if (record_bearer(record, file, parent, process.created, &bearer)) break; /* a later one would be younger */
    if (file)
        account_add(file, bearer.slot, (struct record_process){ parent, bearer.figures.created }, times, processes + 1);
}
