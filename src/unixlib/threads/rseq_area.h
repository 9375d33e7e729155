/* SPDX-License-Identifier: MIT */
/* The calling thread's area of the kernel's restartable sequences (linux/rseq.h): it is in the thread's entry, and
   replaces the C library's area. Every kernel since 4.18 writes to an area of exactly 32 bytes whenever the thread comes
   back to a processor, and before it delivers a signal. Longer areas, which new C libraries register, are written only
   where something changed, and the kernel ends a process that changes them itself. */
#ifndef CYCLETIME_RSEQ_AREA_H
#define CYCLETIME_RSEQ_AREA_H

#include "protocol/thread_clock_layout.h"

#include <stdbool.h>

enum rseq_taking {
    RSEQ_OURS,
    RSEQ_IN_USE,  /* another library uses the thread's area, or has registered one of its own */
    RSEQ_REFUSED, /* the kernel has no restartable sequences, or does not allow them */
};

/* Finds the C library's areas. Called once, before anything else here, and not where a thread that holds the dynamic
   linker's lock may be stopped. */
void rseq_find_library(void);

/* Registers AREA for the calling thread; the memory must remain until the area is given back or the thread is gone. If
   AREA cannot be registered, the thread keeps the area that it has. */
enum rseq_taking rseq_take(struct thread_area *area);

/* Does what rseq_take does, for a thread that has no area. */
enum rseq_taking rseq_register(struct thread_area *area);

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

#endif
