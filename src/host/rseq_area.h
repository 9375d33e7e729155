/* SPDX-License-Identifier: MIT */
/* The calling thread's area of the kernel's restartable sequences, as a mark that the kernel takes away when the thread
   leaves its processor or gets a signal. The C library registers an area for each thread (glibc 2.35); the mark points to
   the description of a section of code that is never run, as linux/rseq.h asks. Another user of the area in the same
   thread overwrites the mark, or finds it overwritten, and neither is hurt. */
#ifndef CYCLETIME_RSEQ_AREA_H
#define CYCLETIME_RSEQ_AREA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As far as it is used; linux/rseq.h. */
struct rseq_area {
    uint32_t cpu_id_start, cpu_id;
    uint64_t section;
};

/* linux/rseq.h's struct rseq_cs. */
struct rseq_section {
    uint32_t version, flags;
    uint64_t start_ip, post_commit_offset, abort_ip;
} __attribute__((aligned(32)));

extern const struct rseq_section rseq_mark;
extern ptrdiff_t rseq_offset;  /* of the area from the thread pointer */

/* FALSE: the C library has registered none. */
bool rseq_area_find(void);

static inline struct rseq_area *rseq_area(void)
{
    return (struct rseq_area *)((char *)__builtin_thread_pointer() + rseq_offset);
}

/* Atomic for the compiler only: who clears it does so on this thread. */
static inline void rseq_mark_set(struct rseq_area *area)
{
    *(volatile uint64_t *)&area->section = (uintptr_t)&rseq_mark;
}

static inline bool rseq_mark_stands(const struct rseq_area *area)
{
    return *(const volatile uint64_t *)&area->section == (uintptr_t)&rseq_mark;
}

/* Takes the mark away if it stands. */
static inline void rseq_mark_clear(struct rseq_area *area)
{
    if (rseq_mark_stands(area)) *(volatile uint64_t *)&area->section = 0;
}

#endif
