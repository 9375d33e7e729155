/* SPDX-License-Identifier: MIT */
/* The rseq area of the calling thread, and the probe whether it may have a switch marker. */
#ifndef CYCLETIME_RSEQ_H
#define CYCLETIME_RSEQ_H

#include "protocol/thread_clock_snapshot.h"
#include "protocol/unixlib_calls.h"

#include <stdbool.h>

/* The calling thread's area of the kernel's restartable sequences (linux/rseq.h): it is in the thread's entry, and
   replaces the C library's area. Every kernel since 4.18 writes to an area of exactly 32 bytes whenever the thread comes
   back to a processor, and before it delivers a signal. Longer areas, which new C libraries register, are written only
   where something changed, and the kernel ends a process that changes them itself. */

/* The owner of a thread's rseq area; thread_clock.h has a picture of the states. */
enum area_state {
    AREA_UNTRIED,
    AREA_OURS,
    AREA_IN_USE,  /* another library uses the thread's area, or has registered one of its own */
    AREA_REFUSED, /* the kernel has no restartable sequences, or does not allow them */
};

/* Finds the C library's areas. Called once, before anything else here, and not where a thread that holds the dynamic
   linker's lock may be stopped. */
void rseq_find_library(void);

/* Registers AREA for the calling thread; the memory must remain until the area is given back or the thread is gone. If
   AREA cannot be registered, the thread keeps the area that it has. Returns no AREA_UNTRIED. */
enum area_state rseq_take(struct thread_area *area);

/* Ends the area's registration. The thread has no area then, and the C library asks the kernel for what it would have read
   there. FALSE: the kernel may go on writing to the area. */
bool rseq_give_back(struct thread_area *area);

/* The store need not be atomic between processors: the kernel clears the switch marker only on this thread. */
static inline void rseq_switch_marker_set(struct thread_area *area)
{
    *(volatile uint32_t *)&area->cpu_id_start = THREAD_SWITCH_MARKER;
}

static inline bool rseq_switch_marker_stands(const struct thread_area *area)
{
    return *(const volatile uint32_t *)&area->cpu_id_start == THREAD_SWITCH_MARKER;
}

/* Clears the switch marker, as if the thread had left its processor. */
static inline void rseq_switch_marker_clear(struct thread_area *area)
{
    *(volatile uint32_t *)&area->cpu_id_start = 0;
}

/* Whether this kernel lets a thread put a switch marker into its rseq area, and clears it when the thread leaves its
   processor. A kernel that checks the areas (its debugging) ends the process instead. So a child process tries it: it
   shares this process's memory, costs a few blockings, and leaves nothing behind. A probe that passed is not repeated until
   the machine boots: turning the debugging on later (debugfs, since Linux 6.19) ends the programs that have switch markers
   already, and the administrator has to remove the file for those to come. */

/* UNIXLIB_CLOCK_TSC: the kernel does. Any other value is the reason why the TSC is not used. Only one thread at a
   time may call this. CHILD: NULL, or for a test the function of the child process, whose exit status is such a value. */
enum unixlib_clock rseq_probe_run(int (*child)(void *));

/* The same, but a result that the kernel does is kept for all processes until the machine boots again (linux_clock.h).
   FOLDER: NULL, or for a test the folder of the file. */
enum unixlib_clock rseq_probe_run_cached(const char *folder);

/* How it is checked that the kernel clears the switch marker whenever a thread leaves its processor. Kernels do so for one
   kind of registration; for the other they do so only where they interrupted the thread's own code, so that a thread that
   blocks in a system call keeps the marker. The kernel's version does not show which it is; trying does. */
struct rseq_probe {
    void (*set)(struct thread_area *area);
    bool (*stands)(const struct thread_area *area);
    void (*block)(uint32_t ns);             /* in a system call, until another thread or the idle loop had the processor */
    bool (*switches)(unsigned long *count); /* how often the calling thread blocked so far */
};

/* For the calling thread, which has registered this area. Only one thread at a time may use it. */
extern const struct rseq_probe rseq_probe_of_kernel;
extern struct thread_area rseq_probe_area;

/* TRUE: the switch marker stood without a switch, and never after one. */
bool rseq_probe_passes(const struct rseq_probe *probe);

#endif
