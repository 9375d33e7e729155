/* SPDX-License-Identifier: MIT */
/* Adds to the sums of ended processes and reads them. */
#include "unixlib/shared_file/entry.h"
#include "unixlib/clocks/linux_clock.h"

#include <sched.h>

enum { TRIES = 2000, LEAST_TRIES = 100, LONGEST = 1000000000 /* ns */ };

static uint64_t ended_totals_sum(const struct ended_totals *totals, struct process_identity bearer)
{
    const uint64_t identity = bearer.created ^ (uint64_t)bearer.id << 32 ^ bearer.prefix;

    return words_sum_after(identity, totals, offsetof(struct ended_totals, sum));
}

struct ended_totals ended_totals_read(const struct shared_file *file, uint32_t slot, struct process_identity bearer)
{
    struct ended_totals copies[2], found = { .sequence = 0 };
    int i;

    if (!shared_file_read(file, SHARED_FILE_AT(ended_totals[slot]), copies, sizeof copies)) return found;
    for (i = 0; i < 2; i++)
        if (copies[i].sum == ended_totals_sum(&copies[i], bearer) && copies[i].sequence > found.sequence) found = copies[i];
    return found;
}

/* fcntl's locks do not exclude threads of one process. A thread that was terminated here would keep all others out. */
static bool try_to_add(const struct shared_file *file, uint32_t slot, struct process_identity bearer, struct ended_sum part)
{
    static int is_busy;
    const sigset_t signals = termination_defer();
    struct ended_totals totals;
    bool added = false;

    if (!__atomic_exchange_n(&is_busy, 1, __ATOMIC_ACQUIRE)) {
        if (shared_file_lock(file, slot, SHARED_LOCK_TOTALS)) {
            totals = ended_totals_read(file, slot, bearer);
            totals.sequence++;
            totals.total = ended_sum_add(totals.total, part);
            totals.sum = ended_totals_sum(&totals, bearer);
            added =
                shared_file_write(file, SHARED_FILE_AT(ended_totals[slot][totals.sequence % 2]), &totals, sizeof totals);
            shared_file_unlock(file, slot, SHARED_LOCK_TOTALS);
        }
        __atomic_store_n(&is_busy, 0, __ATOMIC_RELEASE);
    }
    termination_allow(signals);
    return added;
}

/* Yields the processor between tries. On a busy machine each yield lasts for the time slices of other threads, so the tries
   end after LONGEST as well; LEAST_TRIES give the lock's holder its turn where many threads wait for a processor. */
bool ended_totals_add(const struct shared_file *file, uint32_t slot, struct process_identity bearer, struct ended_sum part)
{
    uint64_t since = 0, now;
    int tries;

    for (tries = 1; !try_to_add(file, slot, bearer, part); tries++) {
        if (tries >= TRIES) return false;
        if (linux_steady_clock(&now)) {
            if (!since) since = now;
            if (tries >= LEAST_TRIES && now - since >= LONGEST) return false;
        }
        sched_yield();
    }
    return true;
}
