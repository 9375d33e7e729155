/* SPDX-License-Identifier: MIT */
/*
 * The processors' times and interrupt counts, by Windows processor: a number from 0 that runs through all groups (under
 * Wine there is one group). No thread ever waits for another, and no answer goes back. A CPU that is taken off later goes
 * on as idle; one that is put on later is none of Windows' processors.
 *
 * cpu_map and cpu_topology map Windows' processors to CPUs, processor_clock keeps the times of one processor, readings
 * shares them among threads, and proc_files reads what Linux has counted.
 */
#ifndef CYCLETIME_PROCESSORS_H
#define CYCLETIME_PROCESSORS_H

#include "unixlib/processors/readings.h"
#include "protocol/unixlib_calls.h"

/* This is zeroed memory of the caller's, which stays. */
struct processors {
    int proc, stat, cpus;              /* open: /proc, /proc/stat, /sys/devices/system/cpu */
    bool (*monotonic)(uint64_t *time); /* reads CLOCK_MONOTONIC, in ns */
    struct cpu_map map;                /* the CPUs that were online at first */
    struct cpu_topology topology;
    struct readings readings;       /* of the CPUs of the map, in its order */
    _Alignas(8) uint64_t counted;   /* when the interrupts were counted, or before; 0: never */
    uint64_t interrupts[MOST_CPUS]; /* in the map's order; the largest counts seen */
};

/*
 * ROOT stands before /proc and /sys: "" but in tests. The call is made once, before all others, which several threads may
 * then make at once. False, with errno: there is no /proc/stat, or it lists no CPU, or there is no memory; nothing stays
 * open.
 */
bool processors_open(struct processors *processors, const char *root);
void processors_close(struct processors *processors);

/* Does the rest of processors_open, when the files are open and the map is made. */
bool processors_begin(struct processors *processors);

/*
 * Reads the times of the COUNT processors from FIRST on, all of one moment: since the system started, kernel + user is all
 * time, as on Windows. False, outputs untouched: there are not that many processors, a file cannot be read, or one of them
 * was offline at every reading so far.
 *
 * Interrupts, of all kinds, are counted anew when the last count is INTERRUPTS_AGE old, because reading their file costs
 * ten times as much as /proc/stat, and grows with kinds times processors.
 */
enum { INTERRUPTS_AGE = 20000000 }; /* ns */
bool processors_times(struct processors *processors, uint32_t first, uint32_t count, bool interrupts,
                      struct unixlib_processor_times *times);

/* Puts the number of softirqs in place of that of interrupts, and leaves the other times alone. */
bool processors_softirqs(struct processors *processors, uint32_t first, uint32_t count,
                         struct unixlib_processor_times *times);

#endif
