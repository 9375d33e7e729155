/* SPDX-License-Identifier: MIT */
/* The processors' times and interrupt counts, by Windows processor: a number from 0 that runs through all groups (under
   Wine there is one group). No thread ever waits for another, and no answer goes back. A CPU that is taken off later goes
   on as idle; one that is put on later is none of Windows' processors. */
#ifndef CYCLETIME_PROCESSORS_H
#define CYCLETIME_PROCESSORS_H

#include "unixlib/processors/proc_files.h"

/*
 * One processor's idle time in ns, from a counter that moves in steps of 10 ms.
 *
 * The answer is monotonic, and never grows by more than the time that has passed: where the counter steps, the answer
 * climbs to it no faster than time goes, so a window of 1 ms does not show 10 ms of idle, and an idle processor that is
 * polled often is seen to idle continuously. The answer is at most the counter's, and as near to the truth: with idle(t)
 * growing no faster than t, an answer held back at t is still no further below idle(t) than the counter was when it held it
 * back.
 *
 * cpuidle's times, in microseconds, are no better: the kernel adds them when an idle period ends, so that the length of the
 * one in progress is not known, and reading them would cost more than all of /proc/stat.
 */
struct idle_clock {
    int64_t shown;  /* the answer */
    int64_t moment; /* when it was given */
    int64_t base;   /* added to the counter, which stops or begins anew where its CPU was off */
};

/* Returns whether a counter whose last value was REPORTED has begun anew; one that is only a little lower has not. */
bool idle_clock_began_anew(const struct idle_clock *clock, int64_t reported);

/* The counter stands at REPORTED, and was read at NOW or after: a time taken later would, when the thread loses its CPU in
   between, make the processor seem busy for that long, for ever. NOW is no earlier than the last one. */
void idle_clock_advance(struct idle_clock *clock, int64_t reported, int64_t now);

/* The processor was idle until NOW, but for WORKED; the counter, which goes on from here, stands at REPORTED. */
void idle_clock_resume(struct idle_clock *clock, int64_t reported, int64_t now, int64_t worked);

/*
 * One processor's times, whose sum is the time that passed, to the nanosecond.
 *
 * The times that Linux reports do not add up to the time that passed. Idle time is measured. User, system, softirq and irq
 * time are sampled at the tick, so that work in step with the tick is always counted or never. Stolen time overlaps idle
 * time: a processor that woke and waits to be run counts in both. So this takes idle time as measured, and shares out the
 * rest of the time that passed in proportion to the growth of the samples since the last reading; if none grew, to their
 * growth before. Stolen time has no part of its own: it is in the work that it made longer.
 *
 * All times are CLOCK_MONOTONIC's, by which Linux measures idle time: both stand still while the system sleeps, and that
 * clock is the same in every program. (If it is smaller than the idle time, in a time namespace, the sum begins with what
 * the counters report.)
 *
 * A CPU that is offline counts as idle. Between the two readings around the moment at which it went offline or came back,
 * its work is what its samples say. All times are in ns, and 0 before the first reading.
 */
struct processor_clock {
    struct idle_clock idle;
    int64_t part[PROC_STAT_PARTS];   /* these never shrink; their sum and idle.shown are the time that passed */
    int64_t sample[PROC_STAT_PARTS]; /* the samples that were reported last */
    int64_t growth[PROC_STAT_PARTS]; /* the growth of the samples when one grew last */
    int32_t seen, off;
};

/* Takes what /proc/stat reports, read at NOW or later; NOW is never earlier than at the last call. NULL: the CPU is
   offline. */
void processor_clock_advance(struct processor_clock *clock, const struct proc_stat_cpu *reported, int64_t now);

enum { MOST_READINGS = 1024 }; /* as many threads as can take a reading at once */

/* The times of all processors at one moment, of which threads publish one after the other. A thread builds the next reading
   from the latest one, in memory that only it holds, and publishes it if that one is still the latest. So each reading
   follows from the one before, all of them add up, and no thread waits for another. A thread that is stopped in the middle
   holds only its own reading and the one that it read; a thread that is ended there holds them for good. */
struct reading {
    int64_t now;   /* CLOCK_MONOTONIC */
    int32_t users; /* counts its writer, its readers, and that it is the latest; 0: free */
    struct processor_clock of[];
};

/* Zeroed before it is opened. */
struct readings {
    size_t size; /* of a reading's clocks, in bytes */
    struct reading *latest;
    struct reading *all[MOST_READINGS];
};

bool readings_open(struct readings *readings, uint32_t processors);
void readings_close(struct readings *readings);

/* The caller holds what these return until it releases it. */
struct reading *readings_latest(struct readings *readings);
struct reading *readings_free_one(struct readings *readings); /* NULL: all are held, or there is no memory */
void readings_release(struct reading *reading);

/* Makes NEXT the latest reading. False: BASE, which the caller holds, is not the latest any more. */
bool readings_publish(struct readings *readings, struct reading *base, struct reading *next);

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

/* ROOT stands before /proc and /sys: "" but in tests. The call is made once, before all others, which several threads may
   then make at once. False, with errno: there is no /proc/stat, or it lists no CPU, or no memory; nothing stays open. */
bool processors_open(struct processors *processors, const char *root);
void processors_close(struct processors *processors);

/* Does the rest of processors_open, when the files are open and the map is made. */
bool processors_begin(struct processors *processors);

enum { INTERRUPTS_AGE = 20000000 }; /* ns */

/* Reads the times of the COUNT processors from FIRST on, all of one moment: since the system started, kernel + user is all
   time, as on Windows. Interrupts, of all kinds, are counted anew when the last count is INTERRUPTS_AGE old, because
   reading their file costs ten times as much as /proc/stat, and grows with kinds times processors. False, outputs
   untouched: there are not that many processors, a file cannot be read, or one was offline at every reading so far. */
bool processors_times(struct processors *processors, uint32_t first, uint32_t count, bool interrupts,
                      struct unixlib_processor_times *times);

/* Puts the number of softirqs in place of that of interrupts, and leaves the other times alone. */
bool processors_softirqs(struct processors *processors, uint32_t first, uint32_t count,
                         struct unixlib_processor_times *times);

#endif
