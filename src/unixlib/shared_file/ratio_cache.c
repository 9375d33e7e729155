/* SPDX-License-Identifier: MIT */
/* Keeps how Linux split the time of the last processes that were queried. The table is of fixed size, and a thread uses a
   place of it alone, without waiting for it. */
#include "unixlib/shared_file/entry.h"
#include "unixlib/shared_file/procfs_process.h"

enum { PLACES = 1024, TICK = 10000000 /* ns */ };

struct kept_ratio {
    uint64_t sum;   /* the sum of the process's entry; 0: the place is empty */
    uint64_t total; /* its clock when the ratio was read */
    struct cpu_times ratio;
    bool is_busy;
};

static struct kept_ratio places[PLACES];

/* Linux reports the parts in whole ticks, so they need not be read again until the process has used one more. A process
   that has used less than two ticks may have no whole one in either part. */
void entry_ratio(const struct entry *entry, uint64_t total, struct cpu_times *ratio)
{
    struct kept_ratio *place = &places[entry->slot % PLACES];
    const bool is_ours = !__atomic_exchange_n(&place->is_busy, true, __ATOMIC_ACQUIRE);
    struct cpu_times read = { 0, 0 };

    if (is_ours && place->sum == entry->process.sum && total - place->total < TICK) {
        read = place->ratio;
    } else if (procfs_ratio((pid_t)entry->process.pid, 0, &read) || total < 2 * TICK) {
        if (is_ours) {
            place->sum = entry->process.sum;
            place->total = total;
            place->ratio = read;
        }
    }
    if (is_ours) __atomic_store_n(&place->is_busy, false, __ATOMIC_RELEASE);
    if (read.user | read.kernel) *ratio = read;
}
