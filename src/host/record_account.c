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
                        struct account_sum part)
{
    struct account_cell sum = { .created = process.created, .id = process.id };
    const struct account_cell *newest;
    struct account account;
    uint64_t at;

    if (!read_account(file, slot, &account)) return false;
    newest = account_cell_newest_of(account.cells[cell], process);
    if (newest) sum = *newest;
    sum.sequence++;
    sum.processes += part.processes;
    sum.awaited += part.awaited;
    sum.user += part.times.user;
    sum.kernel += part.times.kernel;
    sum.sum = cell_sum(&sum);
    at = account_at(slot) + ((uint64_t)cell * 2 + sum.sequence % 2) * sizeof sum;
    return record_file_write(file, at, &sum, sizeof sum);
}

bool account_add(const struct record_file *file, uint32_t slot, struct record_process process, struct account_sum part)
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
            added = add_to_cell(file, slot, cell, process, part);
            record_file_unlock(file, slot, RECORD_CELL + cell, 1);
        }
        __atomic_store_n(&busy[cell], 0, __ATOMIC_RELEASE);
        if (added) return true;
    }
    return false;
}

bool account_sum(const struct record_file *file, uint32_t slot, struct record_process process, struct account_sum *sum)
{
    const struct account_cell *cell;
    struct account account;
    int i;

    *sum = (struct account_sum){ .processes = 0 };
    if (!read_account(file, slot, &account)) return false;
    for (i = 0; i < RECORD_CELLS; i++) {
        cell = account_cell_newest_of(account.cells[i], process);
        if (!cell) continue;
        sum->times.user += cell->user;
        sum->times.kernel += cell->kernel;
        sum->processes += cell->processes;
        sum->awaited += cell->awaited;
    }
    return true;
}

/* A parent that has not been in the new file yet takes along what is said in the old one. */
void account_report(struct record *record, const struct record_file *file, uint32_t slot, struct record_process process,
                    uint32_t parent, struct record_times times)
{
    struct account_sum sum;
    struct bearer bearer;

    if (!parent || !file || !account_sum(file, slot, process, &sum)) return;
    sum.times.user += times.user;
    sum.times.kernel += times.kernel;
    sum.processes++;
    for (; file; file = file_before(record, file))
        if (record_bearer(record, file, parent, process.created, &bearer)) break; /* a later one would be younger */
    if (file) account_add(file, bearer.slot, (struct record_process){ parent, bearer.figures.created }, sum);
}
