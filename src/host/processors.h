/* SPDX-License-Identifier: MIT */
/*
 * The processors' times and interrupt counts, by Windows processor: a number from 0 that runs through all groups (under
 * Wine there is one group). No thread ever waits for another, and no answer goes back. A CPU that is taken off later goes
 * on as idle; one that is put on later is none of Windows' processors.
 *
 * cpu_map and cpu_topology tell how processors are numbered, processor_clock what their times are, looks how threads
 * share them, proc_stat what is counted where.
 */
#ifndef CYCLETIME_HOST_PROCESSORS_H
#define CYCLETIME_HOST_PROCESSORS_H

#include "cpu_map.h"
#include "../protocol/host_calls.h"
#include "looks.h"

/* Zeroed memory of the caller's, which stays. */
struct processors {
    int proc, stat, cpus; /* open: /proc, /proc/stat, /sys/devices/system/cpu */
    int64_t (*now)(void); /* CLOCK_MONOTONIC, in ns; -1: it is not reported */
    struct cpu_map map;   /* the CPUs that were online at first */
    struct cpu_topology topology;
    struct looks looks;             /* at those of the map, in its order */
    _Alignas(8) uint64_t counted;   /* when the interrupts were, or before; 0: never */
    uint64_t interrupts[MOST_CPUS]; /* in the map's order; the largest counts seen */
};

/*
 * ROOT stands before /proc and /sys: "" but in tests. Once, before all other calls, at which other threads may then be
 * at once. False, with errno: there is no /proc/stat, or it tells of no CPU, or no memory; nothing is left open.
 */
bool processors_open(struct processors *processors, const char *root);
void processors_close(struct processors *processors);

/* What processors_open does when the files are open and the map is made. */
bool processors_begin(struct processors *processors);

/*
 * Of the COUNT processors from FIRST on, all of one moment: since the system started, kernel + user is all time, as on
 * Windows. False, outputs untouched: there are not that many, a file cannot be read, or one was offline whenever it was
 * asked.
 *
 * Interrupts, of all kinds, are counted anew when the last count is INTERRUPTS_AGE old, because the file that tells costs
 * ten times as much as /proc/stat, and grows with kinds times processors.
 */
enum { INTERRUPTS_AGE = 20000000 }; /* ns */
bool processors_times(struct processors *processors, uint32_t first, uint32_t count, bool interrupts,
                      struct host_processor_times *times);

/* How many softirqs they have run, in place of their interrupts; the rest is left alone. */
bool processors_softirqs(struct processors *processors, uint32_t first, uint32_t count, struct host_processor_times *times);

#endif
