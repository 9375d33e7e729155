/* SPDX-License-Identifier: MIT */
/*
 * What is found out once and holds until the machine boots again, in a file of this user's that stays behind the last
 * process: it names the boot and the kernel's release, and is believed only if it is a plain file of ours that nobody else
 * may write, whole, and of this boot. So another user can keep it from being, which costs time; who forges it has this
 * user's rights, and can mislead this user's processes about their cycles as he could by writing into their memory.
 */
#ifndef CYCLETIME_HOST_BOOT_FACTS_H
#define CYCLETIME_HOST_BOOT_FACTS_H

#include <stdint.h>

struct boot_facts {
    uint64_t rate;          /* of the counter, in ticks a second (tick_rate.h); 0: not found out yet */
    uint64_t rewrites_area; /* 1: the kernel does as trial.h says; 0: not found out yet */
};

/* What stands in the file. Strings are filled up with zeros. */
struct boot_facts_file {
    char magic[8], boot[40], release[72];
    struct boot_facts facts;
    uint64_t sum; /* of all before it (record_slot.h) */
};

/* Zeros where nothing is kept. FOLDER: NULL, or for a test the one that is looked in. */
void boot_facts_read(const char *folder, struct boot_facts *facts);

/* Where that cannot be done, the next process finds out again. */
void boot_facts_keep(const char *folder, const struct boot_facts *facts);

#endif
