/* SPDX-License-Identifier: MIT */
/* Reads the lines of /proc/stat that each describe one CPU. */
#ifndef CYCLETIME_UNIXLIB_PROC_STAT_H
#define CYCLETIME_UNIXLIB_PROC_STAT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A reading of an open /proc/stat, on the stack. Threads may share the file: it is read at offsets. If the buffer has no
 * room for all of it (more than 300 CPUs), a second call reads the rest, from the start of a line. Another thread's call in
 * between makes the kernel write the text anew, so that the second call may begin within a line; that piece is skipped.
 */
struct proc_stat {
    int file;
    off_t offset; /* the buffer's, in the file */
    uint32_t at, filled;
    bool continued; /* the current line is the first of a further call */
    bool failed;    /* there was nothing to read, or only a part of it */
    char text[32768];
};

/* The times that the kernel samples at its tick. */
enum { PROC_STAT_USER, PROC_STAT_SYSTEM, PROC_STAT_SOFTIRQ, PROC_STAT_IRQ, PROC_STAT_PARTS };

struct proc_stat_cpu {
    uint64_t cpu;                        /* Linux' number */
    int64_t idle, part[PROC_STAT_PARTS]; /* ns, in steps of 10 ms; see proc_stat_next */
};

void proc_stat_begin(struct proc_stat *stat, int file);

/*
 * Reads the next online CPU, in ascending order. False: there is no other; the rest of the file, whose interrupt line can
 * be long, is not read. User time includes niced user time. Idle time includes waiting for a disk, as on Windows: meanwhile
 * the idle thread runs. Stolen time is left out.
 */
bool proc_stat_next(struct proc_stat *stat, struct proc_stat_cpu *cpu);

#endif
