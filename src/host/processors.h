/* SPDX-License-Identifier: MIT */
/*
 * The processors' times and interrupt counts, by Windows processor: a number from 0 that runs through all groups (under
 * Wine there is one group). Nothing is allocated, no thread ever waits for another, and no answer goes back. A CPU that
 * is taken off later keeps its last figures; one that is put on later is none of Windows' processors.
 *
 * cpu_map tells how processors are numbered, idle_clock how idle time is refined, proc_stat what is counted where.
 */
#ifndef CYCLETIME_HOST_PROCESSORS_H
#define CYCLETIME_HOST_PROCESSORS_H

#include "cpu_map.h"
#include "idle_clock.h"

/* In ns since the system started. Kernel includes idle, irq and softirq, as on Windows: kernel + user is all time. */
struct processor_times {
    uint64_t idle, kernel, user, irq, softirq;
};

struct processor {
    struct idle_clock idle;
    int64_t system, user, irq, softirq, interrupts;  /* the largest seen */
    int32_t was_seen;                                /* in /proc/stat, ever */
};

/* Zeroed memory of the caller's, which stays. */
struct processors {
    int proc, stat, cpus;    /* open: /proc, /proc/stat, /sys/devices/system/cpu */
    int64_t (*now)(void);    /* CLOCK_MONOTONIC, in ns; -1: it is not told */
    struct cpu_map map;
    struct processor of[MOST_CPUS];
};

/*
 * ROOT stands before /proc and /sys: "" but in tests. Once, before all other calls, at which other threads may then be
 * at once. False, with errno: there is no /proc/stat, or it tells of no CPU; nothing is left open.
 */
bool processors_open(struct processors *processors, const char *root);
void processors_close(struct processors *processors);

/*
 * Of the COUNT processors from FIRST on. False, outputs untouched: there are not that many, the file cannot be read, or
 * one was offline whenever it was asked.
 */
bool processors_idle(struct processors *processors, uint32_t first, uint32_t count, uint64_t *nanoseconds);
bool processors_times(struct processors *processors, uint32_t first, uint32_t count, struct processor_times *times);

/* The same for all kinds of interrupts; a question of its own because it costs ten times as much. */
bool processors_interrupts(struct processors *processors, uint32_t first, uint32_t count, uint64_t *counts);

#endif
