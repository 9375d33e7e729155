/* SPDX-License-Identifier: MIT */
/* The calling thread's area of the kernel's restartable sequences (linux/rseq.h), which is in its record, in place of the
   C library's. An area of exactly 32 bytes is written by every kernel since 4.18 whenever the thread comes back to a
   processor, and before each of its signals; longer ones, as new C libraries register them, are written only where
   something changed, and it ends a process that changes them itself. */
#ifndef CYCLETIME_RSEQ_AREA_H
#define CYCLETIME_RSEQ_AREA_H

#include "../protocol/thread_record.h"

#include <stdbool.h>

enum rseq_taking {
    RSEQ_OURS,
    RSEQ_IN_USE,  /* somebody else works with the thread's area, or has registered one of its own */
    RSEQ_REFUSED, /* the kernel has none, or does not allow it */
};

/* Looks for the C library's areas. Once, before anything else here, and not where another thread may be stopped that holds
   the dynamic linker's lock. */
void rseq_find_library(void);

/* Registers AREA for the calling thread; it has to stay memory until that is taken back or the thread is gone. Where that
   cannot be, the thread keeps the area that it has. */
enum rseq_taking rseq_take(struct thread_area *area);

/* The same for a thread that has none at all. */
enum rseq_taking rseq_register(struct thread_area *area);

/* FALSE: the kernel may go on writing there. The thread has none then; the C library asks the kernel for what it would
   have read there. */
bool rseq_give_back(struct thread_area *area);

/* Atomic for the compiler only: it is taken away on this thread only. */
static inline void rseq_mark_set(struct thread_area *area)
{
    *(volatile uint32_t *)&area->cpu_id_start = THREAD_MARK;
}

static inline bool rseq_mark_stands(const struct thread_area *area)
{
    return *(const volatile uint32_t *)&area->cpu_id_start == THREAD_MARK;
}

/* Takes the mark away, so that it says that the thread left. */
static inline void rseq_mark_clear(struct thread_area *area)
{
    *(volatile uint32_t *)&area->cpu_id_start = 0;
}

#endif
