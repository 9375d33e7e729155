/* SPDX-License-Identifier: MIT */
/* What the ended descendants of a process used, as its children and who buries them say it. */
#ifndef CYCLETIME_HOST_RECORD_ACCOUNT_H
#define CYCLETIME_HOST_RECORD_ACCOUNT_H

#include "record_state.h"

/* Of so many PROCESSES; of AWAITED of them Linux has yet to tell what they used behind their last words. */
struct account_sum {
    struct record_times times;
    uint32_t processes, awaited;
};

/* False: all cells are busy, or there is no room. */
bool account_add(const struct record_file *file, uint32_t slot, struct record_process process, struct account_sum part);

bool account_sum(const struct record_file *file, uint32_t slot, struct record_process process, struct account_sum *sum);

/* PROCESS, whose place SLOT is, has ended with TIMES: these and its account go to its parent's account, if that lives. */
void account_report(struct record *record, const struct record_file *file, uint32_t slot, struct record_process process,
                    uint32_t parent, struct record_times times);

#endif
