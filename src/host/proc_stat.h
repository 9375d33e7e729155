/* SPDX-License-Identifier: MIT */
/* The lines of /proc/stat that tell of one CPU each. */
#ifndef CYCLETIME_HOST_PROC_STAT_H
#define CYCLETIME_HOST_PROC_STAT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A reading of an open /proc/stat, on the stack. Threads may share the file: it is read at offsets. Only what has no room
 * in the buffer (more than 300 CPUs) is read by a second call, from the start of a line on; another thread's call in
 * between makes the kernel write the text anew, and a piece of a line that is met then is passed over.
 */
struct proc_stat {
    int file;
    off_t offset; /* of the buffer in the file */
    uint32_t at, filled;
    bool continued; /* the line at hand is the first of a further call */
    bool failed;    /* there was nothing to read, or only a part of it */
    char text[32768];
};

/* What is sampled at the tick. */
enum { PROC_STAT_USER, PROC_STAT_SYSTEM, PROC_STAT_SOFTIRQ, PROC_STAT_IRQ, PROC_STAT_PARTS };

struct proc_stat_cpu {
    uint64_t cpu;                        /* Linux' number */
    int64_t idle, part[PROC_STAT_PARTS]; /* ns, in steps of 10 ms; see proc_stat_next */
};

void proc_stat_begin(struct proc_stat *stat, int file);

/*
 * The next CPU that is online, ascending. False: no more; the rest of the file, of which the interrupt line can be long,
 * is not looked at. Niced user time is user time. Idle is also waiting for a disk: that is what the idle thread does, on
 * Windows too. Stolen time is left out.
 */
bool proc_stat_next(struct proc_stat *stat, struct proc_stat_cpu *cpu);

#endif
