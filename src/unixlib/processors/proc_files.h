/* SPDX-License-Identifier: MIT */
/* Reads Linux's counts of each CPU and of the system: /proc/stat, /proc/interrupts, /proc/softirqs, cpufreq and cpuidle. */
#ifndef CYCLETIME_PROC_FILES_H
#define CYCLETIME_PROC_FILES_H

#include "unixlib/processors/cpu_map.h"
#include "protocol/unixlib_calls.h"

#include <sys/types.h>

/* A reading of the lines of an open /proc/stat that each describe one CPU, on the stack. Threads may share the file: it is
   read at offsets. If the buffer has no room for all of it (more than 300 CPUs), a second call reads the rest, from the
   start of a line. Another thread's call in between makes the kernel write the text anew, so that the second call may begin
   within a line; that piece is skipped. */
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
    uint64_t cpu;                        /* Linux's number */
    int64_t idle, part[PROC_STAT_PARTS]; /* ns, in steps of 10 ms; see proc_stat_next */
};

void proc_stat_begin(struct proc_stat *stat, int file);

/* Reads the next online CPU, in ascending order. False: there is no other; the rest of the file, whose interrupt line can
   be long, is not read. User time includes niced user time. Idle time includes waiting for a disk, as on Windows: meanwhile
   the idle thread runs. Stolen time is left out. */
bool proc_stat_next(struct proc_stat *stat, struct proc_stat_cpu *cpu);

/* Reads /proc/NAME, "interrupts" or "softirqs": counts, for each processor of MAP, the interrupts of all kinds (from
   devices, timers and other processors) or the softirqs. A CPU that is offline has 0. PROC is an open /proc, in which each
   call opens the text for itself: the text is long (400 kB with 160 CPUs) and comes in pieces, and two readers of one open
   file would make the kernel write these anew for each other. False: the text is not whole, and COUNTS is not changed. */
bool proc_table_read(int proc, const char *name, const struct cpu_map *map, uint64_t *counts);

/* Reads values of the whole machine: /proc/stat's lines after those of its CPUs, and /proc/meminfo. PROC is an open /proc.
   Returns false, and leaves *COUNTS unchanged, if a file cannot be read or lacks a value. */
bool system_counts_read(int proc, struct unixlib_system *counts);

/* In the following functions CPUS is an open /sys/devices/system/cpu, and CPU Linux's number of one. */

/* Reads the frequency at which a CPU runs, as the kernel's cpufreq reports it, and the nominal one, which the CPU can keep
   without limit of time. False, *FREQ untouched: there is no cpufreq, as in most virtual machines, or no such CPU. */
bool cpufreq_read(int cpus, uint32_t cpu, struct unixlib_frequency *freq);

enum { CPUIDLE_MOST_STATES = 64 }; /* the kernel's own limit is 10 */

/* Returns the number of a CPU's idle states. 0: there is no cpuidle, no such CPU, or a state that is there cannot be read,
   so that it is not known how many follow. */
uint32_t cpuidle_count(int cpus, uint32_t cpu);

/* Reads the idle state INDEX of a CPU into the members of STATE that the kernel's cpuidle reports. A period is added to its
   time when the period ends. False, *STATE untouched: there is no such state, or one of its files has not the expected
   format. */
bool cpuidle_state(int cpus, uint32_t cpu, uint32_t index, struct unixlib_idle_state *state);

#endif
