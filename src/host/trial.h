/* SPDX-License-Identifier: MIT */
/* Whether this kernel lets a thread put a mark into its rseq area, and takes it away when the thread leaves its processor.
   A kernel that looks after the areas (its debugging, which an administrator turns on and off at any time) ends the process
   instead. So a child of our own tries it, each time: it shares this process's memory, costs a few blockings, and nothing
   of it stays. */
#ifndef CYCLETIME_TRIAL_H
#define CYCLETIME_TRIAL_H

#include "../protocol/host_calls.h"

/* HOST_CLOCK_COUNTER: it does. Else why the counter is not used. One thread at a time. */
enum host_clock trial_run(void);

/* What the child does; its exit status is an enum host_clock. For a test. */
enum host_clock trial_of(int (*child)(void *));

#endif
