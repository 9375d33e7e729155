/* SPDX-License-Identifier: MIT */
#include "account.h"
#include "checksum.h"

#include <sched.h>

enum { TRIES = 2000 };

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

bool account_add(const struct record_file *file, uint32_t slot, struct record_process bearer, struct account_sum part)
{
    static int is_busy; /* fcntl's locks do not exclude threads of one process */
    bool added = false;
    int i;

    for (i = 0; i < TRIES && !added; i++) {
        if (i) sched_yield();
        if (__atomic_exchange_n(&is_busy, 1, __ATOMIC_ACQUIRE)) continue;
        added = try_to_add(file, slot, bearer, part);
        __atomic_store_n(&is_busy, 0, __ATOMIC_RELEASE);
    }
    return added;
}
