/* SPDX-License-Identifier: MIT */
/* Whether the mark is taken away whenever a thread leaves its processor. Kernels do so for the one kind of registration,
   for the other only where they interrupted the thread's own code, so that a thread that blocks in a system call is not
   seen. A version does not tell that; trying does. */
#ifndef CYCLETIME_SELF_CHECK_H
#define CYCLETIME_SELF_CHECK_H

#include "../protocol/thread_record.h"

#include <stdbool.h>

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
