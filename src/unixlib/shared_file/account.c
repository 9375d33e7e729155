/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/account.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/checksum.h"

#include <sched.h>

enum { TRIES = 2000, LEAST_TRIES = 100, LONGEST = 1000000000 /* ns */ };

static uint64_t sum_of(const struct account *account, struct record_process bearer)
{
    const uint64_t identity = bearer.created ^ (uint64_t)bearer.id << 32 ^ bearer.prefix;

    return words_sum_after(identity, account, offsetof(struct account, sum));
}

struct account account_read(const struct record_file *file, uint32_t slot, struct record_process bearer)
{
    struct account copies[2], found = { .sequence = 0 };
    int i;

    if (!record_file_read(file, RECORD_AT(accounts[slot]), copies, sizeof copies)) return found;
    for (i = 0; i < 2; i++)
        if (copies[i].sum == sum_of(&copies[i], bearer) && copies[i].sequence > found.sequence) found = copies[i];
    return found;
}

static bool try_to_add(const struct record_file *file, uint32_t slot, struct record_process bearer, struct account_sum part)
{
    struct account account;
    bool added;

    if (!record_file_lock(file, slot, RECORD_ACCOUNT)) return false;
    account = account_read(file, slot, bearer);
    account.sequence++;
    account.total = account_sum_with(account.total, part);
    account.sum = sum_of(&account, bearer);
    added = record_file_write(file, RECORD_AT(accounts[slot][account.sequence % 2]), &account, sizeof account);
    record_file_unlock(file, slot, RECORD_ACCOUNT);
    return added;
}

/* Yields the processor before another try. On a busy machine each yield lasts for the time slices of other threads, so the
   tries end after LONGEST as well; LEAST_TRIES give the lock's holder its turn where many threads wait for a processor.
   *SINCE is 0 before the first call. */
static bool await_lock(int tries, uint64_t *since)
{
    uint64_t now;

    if (tries >= TRIES) return false;
    if (linux_steady_clock(&now)) {
        if (!*since) *since = now;
        if (tries >= LEAST_TRIES && now - *since >= LONGEST) return false;
    }
    sched_yield();
    return true;
}

bool account_add(const struct record_file *file, uint32_t slot, struct record_process bearer, struct account_sum part)
{
    static int is_busy; /* fcntl's locks do not exclude threads of one process */
    bool added = false;
    uint64_t since = 0;
    int tries = 0;

    do {
        if (__atomic_exchange_n(&is_busy, 1, __ATOMIC_ACQUIRE)) continue;
        added = try_to_add(file, slot, bearer, part);
        __atomic_store_n(&is_busy, 0, __ATOMIC_RELEASE);
    } while (!added && await_lock(++tries, &since));
    return added;
}
