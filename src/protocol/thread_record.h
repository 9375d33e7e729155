/* SPDX-License-Identifier: MIT */
/* The part of a thread's record that both sides of the boundary know, the same for every word size: a line of the cache,
   all that a question of the thread for its cycles touches, and one more for its times. Other parts of the record are the
   Linux side's own. */
#ifndef CYCLETIME_THREAD_RECORD_H
#define CYCLETIME_THREAD_RECORD_H

#include <stdint.h>

/* The layout is raised with every change of the line or of a record's size. */
enum { THREAD_RECORD_LAYOUT = 2, THREAD_RECORD_SIZE = 192, THREAD_LINE_SIZE = 64 };

/* No number of a processor. While it stands in cpu_id_start the thread has not left its processor, nor had a signal, since
   it was put there: Linux writes the processor's number in its place before the thread goes on. */
enum { THREAD_MARK = 0x7ffffff1 };

/* The thread's area of Linux' restartable sequences, as long as the first version was (linux/rseq.h). */
struct thread_area {
    uint32_t cpu_id_start;
    uint32_t cpu_id;
    uint64_t section; /* rseq_cs; always 0 */
    uint32_t flags, node_id, mm_cid;
    uint32_t slice; /* Linux 7's; not ours */
} __attribute__((aligned(32)));

struct thread_line {
    struct thread_area area;
    /* The thread's own; with every synchronisation tsc is another. */
    uint64_t cycles, tsc; /* its cycles when the time-stamp counter stood at tsc */
    uint64_t own;         /* the last answer that it got itself */
    uint64_t reported;    /* the largest that others got, or it itself before it was synchronised */
} __attribute__((aligned(64)));

/* The thread's times as it was told them when it was synchronised last, in 100 ns. Windows code writes it, on the thread
   itself; the Linux side only reads it. */
struct thread_split {
    uint64_t tsc;   /* the line's then; 0: nothing is known */
    uint64_t next;  /* what tsc will be when the rest is written */
    uint64_t turn;  /* of the other answers then */
    uint64_t owner; /* the part of the program that counts these turns */
    uint64_t creation, kernel, total;
    uint64_t told; /* the last total that was told, with that kernel part */
} __attribute__((aligned(64)));

_Static_assert(sizeof(struct thread_area) == 32, "as long as the first version");
_Static_assert(sizeof(struct thread_line) == THREAD_LINE_SIZE, "one line");
_Static_assert(sizeof(struct thread_split) == THREAD_LINE_SIZE, "one line");

#endif
