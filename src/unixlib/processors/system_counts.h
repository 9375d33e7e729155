/* SPDX-License-Identifier: MIT */
/* The values that Linux reports of the whole machine, here called counts: /proc/stat's lines behind those of its CPUs, and
   /proc/meminfo. */
#ifndef CYCLETIME_UNIXLIB_SYSTEM_COUNTS_H
#define CYCLETIME_UNIXLIB_SYSTEM_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

struct system_counts {
    uint64_t context_switches;      /* since Linux started, of all CPUs */
    uint64_t runnable;              /* threads that run or could run */
    uint64_t swap_total, swap_free; /* bytes */
};

/* PROC is an open /proc. False, *FIGURES untouched: a file cannot be read, or lacks one of the values. */
bool system_counts_read(int proc, struct system_counts *counts);

#endif
