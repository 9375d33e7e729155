/* SPDX-License-Identifier: MIT */
/* Whether this kernel lets a thread put a mark into its rseq area, and takes it away when the thread leaves its processor.
   A kernel that looks after the areas (its debugging) ends the process instead. So a child of our own tries it: it shares
   this process's memory, costs a few blockings, and nothing of it stays. What passed is not tried again until the machine
   boots: who turns the debugging on later (debugfs, since Linux 6.19) ends the programs that have marks already, and has to
   remove the file for those to come. */
#ifndef CYCLETIME_TRIAL_H
#define CYCLETIME_TRIAL_H

#include "../protocol/host_calls.h"
#include "../protocol/thread_record.h"

#include <stdbool.h>

/* HOST_CLOCK_COUNTER: it does. Else why the counter is not used. One thread at a time. */
enum host_clock trial_run(void);

/* The same, but if it does, that is kept for all processes until the machine boots again (boot_facts.h).
   FOLDER: NULL, or for a test where. */
enum host_clock trial_result(const char *folder);

/* What the child does; its exit status is an enum host_clock. For a test. */
enum host_clock trial_of(int (*child)(void *));

/* Whether the mark is taken away whenever a thread leaves its processor. Kernels do so for the one kind of registration,
   for the other only where they interrupted the thread's own code, so that a thread that blocks in a system call is not
   seen. A version does not tell that; trying does. */
struct self_check {
    void (*set)(void);
    bool (*stands)(void);
    void (*block)(uint32_t ns);             /* in a system call, until another thread or the idle loop had the processor */
    bool (*switches)(unsigned long *count); /* how often the calling thread blocked so far */
};

/* Of the calling thread, which has registered this area. One thread at a time. */
extern const struct self_check self_check_of_kernel;
extern struct thread_area self_check_area;

/* TRUE: the mark stood without a switch, and never after one. */
bool self_check_passes(const struct self_check *check);

#endif
