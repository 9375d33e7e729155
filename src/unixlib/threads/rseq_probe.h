/* SPDX-License-Identifier: MIT */
/* Whether this kernel lets a thread put a switch marker into its rseq area, and clears it when the thread leaves its
   processor. A kernel that checks the areas (its debugging) ends the process instead. So a child process tries it: it
   shares this process's memory, costs a few blockings, and leaves nothing behind. A probe that passed is not repeated until
   the machine boots: turning the debugging on later (debugfs, since Linux 6.19) ends the programs that have switch markers
   already, and the administrator has to remove the file for those to come. */
#ifndef CYCLETIME_RSEQ_PROBE_H
#define CYCLETIME_RSEQ_PROBE_H

#include "protocol/unixlib_calls.h"
#include "protocol/thread_clock_layout.h"

#include <stdbool.h>

/* UNIXLIB_CLOCK_TSC: the kernel does. Any other value is the reason why the TSC is not used. Only one thread at a
   time may call this. */
enum unixlib_clock rseq_probe_run(void);

/* The same, but a result that the kernel does is kept for all processes until the machine boots again (boot_cache.h).
   FOLDER: NULL, or for a test the folder of the file. */
enum unixlib_clock rseq_probe_run_cached(const char *folder);

/* Runs CHILD in the child process; its exit status is an enum unixlib_clock. For a test. */
enum unixlib_clock rseq_probe_run_child(int (*child)(void *));

/* How it is checked that the kernel clears the switch marker whenever a thread leaves its processor. Kernels do so for one
   kind of registration; for the other they do so only where they interrupted the thread's own code, so that a thread that
   blocks in a system call keeps the marker. The kernel's version does not show which it is; trying does. */
struct rseq_probe {
    void (*set)(void);
    bool (*stands)(void);
    void (*block)(uint32_t ns);             /* in a system call, until another thread or the idle loop had the processor */
    bool (*switches)(unsigned long *count); /* how often the calling thread blocked so far */
};

/* For the calling thread, which has registered this area. Only one thread at a time may use it. */
extern const struct rseq_probe rseq_probe_of_kernel;
extern struct thread_area rseq_probe_area;

/* TRUE: the switch marker stood without a switch, and never after one. */
bool rseq_probe_passes(const struct rseq_probe *probe);

#endif
