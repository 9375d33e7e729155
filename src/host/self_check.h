/* SPDX-License-Identifier: MIT */
/* Whether the mark in the rseq area is cleared whenever a thread leaves its processor. Kernels up to 6.18 do so; newer ones
   may clear it only where they interrupted the thread's own code, so that a thread that blocks in a system call would
   not be seen. A version does not tell that; trying does. */
#ifndef CYCLETIME_SELF_CHECK_H
#define CYCLETIME_SELF_CHECK_H

#include <stdbool.h>

struct self_check {
    void (*set)(void);
    bool (*stands)(void);
    void (*block)(void);                    /* in a system call, until another thread or the idle loop had the processor */
    bool (*switches)(unsigned long *count); /* how often the calling thread blocked so far */
};

extern const struct self_check self_check_of_kernel;

/* TRUE: the mark stood without a switch, and never after one. */
bool self_check_passes(const struct self_check *check);

#endif
