/* SPDX-License-Identifier: MIT */
/*
 * Facts that are found out once and hold until the machine boots again. They are kept in a file of this user's, which stays
 * when the last process ends. It names the boot and the kernel's release, and is believed only if it is a plain file of
 * this user's that nobody else may write, whole, and of this boot. So another user can keep the file from being made, which
 * costs time. A process that forges it has this user's rights, and can mislead this user's processes about their cycles as
 * it could by writing into their memory.
 */
#ifndef CYCLETIME_UNIXLIB_BOOT_CACHE_H
#define CYCLETIME_UNIXLIB_BOOT_CACHE_H

#include <stdint.h>

struct boot_cache {
    uint64_t rate;          /* the TSC's, in ticks a second (tsc_rate.h); 0: not found out yet */
    uint64_t rewrites_area; /* 1: the kernel clears the switch marker (rseq_probe.h); 0: not found out yet */
};

/* The content of the file. Strings are filled up with zeros. */
struct boot_cache_file {
    char magic[8], boot[40], release[72];
    struct boot_cache facts;
    uint64_t sum; /* of all before it (checksum.h) */
};

/* Reads zeros where nothing is kept. FOLDER: NULL, or for a test the folder of the file. */
void boot_cache_read(const char *folder, struct boot_cache *facts);

/* Keeps the facts; where that fails, the next process finds them out again. */
void boot_cache_keep(const char *folder, const struct boot_cache *facts);

#endif
