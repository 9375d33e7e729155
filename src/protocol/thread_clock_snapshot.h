/* SPDX-License-Identifier: MIT */
/* The calling thread's cycles by its snapshot alone, on either side of the boundary:

   int thread_clock_snapshot_cycles(struct thread_clock_snapshot *snapshot, const uint32_t *trusted, uint64_t *cycles);

   1: *CYCLES is the answer, no smaller than an earlier one or than one that another thread got. 0: the thread has to be
   synchronised, as it has left its processor, or has run for *TRUSTED ticks since; then *CYCLES may be anything.

   Another thread may stop this one anywhere in there, make it run other code, which asks for its cycles, and let it go on
   here with the switch marker set anew. Then this thread was synchronised meanwhile, and own has risen, which it does with
   each synchronisation. So own is read first, and compared and exchanged last, in one instruction: no other thread writes
   there, so that needs no lock, which would cost several times as much. The TSC is read before the switch marker, so
   that a switch between the two only costs a synchronisation. */
#ifndef CYCLETIME_THREAD_CLOCK_SNAPSHOT_H
#define CYCLETIME_THREAD_CLOCK_SNAPSHOT_H

#include <stdint.h>

/* The part of a thread's entry that both sides of the boundary know, the same for every word size. It is two lines of the
   cache: the thread clock snapshot, which is all that a question of the thread for its cycles touches, and the split of its
   times. Only the unixlib knows the other parts of the entry. */

/* The layout is raised with every change of the snapshot or of an entry's size. */
enum { THREAD_ENTRY_LAYOUT = 2, THREAD_ENTRY_SIZE = 192, THREAD_CLOCK_SNAPSHOT_SIZE = 64 };

/* The switch marker, which is no processor's number. While it stands in cpu_id_start the thread has not left its processor,
   nor had a signal, since it was put there: Linux writes the processor's number over it before the thread goes on. */
enum { THREAD_SWITCH_MARKER = 0x7ffffff1 };

/* The thread's area of Linux's restartable sequences, as long as the first version was (linux/rseq.h). */
struct thread_area {
    uint32_t cpu_id_start;
    uint32_t cpu_id;
    uint64_t section; /* rseq_cs; always 0 */
    uint32_t flags, node_id, mm_cid;
    uint32_t slice; /* Linux 7 has it; cycletime does not use it */
} __attribute__((aligned(32)));

struct thread_clock_snapshot {
    struct thread_area area;
    /* Only the thread itself writes cycles, tsc and own; each synchronisation changes tsc. */
    uint64_t cycles, tsc; /* its cycles when the time-stamp counter stood at tsc */
    uint64_t own;         /* the last answer that the thread itself got */
    uint64_t reported;    /* the largest answer that other threads got, or the thread itself before it was synchronised */
} __attribute__((aligned(64)));

/* The thread's times as they were returned when it was synchronised last, in 100 ns. Windows code writes them, on the
   thread itself; the unixlib only reads them. */
struct thread_split {
    uint64_t tsc;   /* the snapshot's tsc then; 0: nothing is known */
    uint64_t next;  /* what tsc will be when the rest is written */
    uint64_t turn;  /* of the other answers then */
    uint64_t owner; /* the part of the program that counts these turns */
    uint64_t creation, kernel, total;
    uint64_t returned; /* the last total that was returned, with that kernel part */
} __attribute__((aligned(64)));

_Static_assert(sizeof(struct thread_area) == 32, "as long as the first version");
_Static_assert(sizeof(struct thread_clock_snapshot) == THREAD_CLOCK_SNAPSHOT_SIZE, "one line");
_Static_assert(sizeof(struct thread_split) == THREAD_CLOCK_SNAPSHOT_SIZE, "one line");

#ifdef __i386__
#include "protocol/thread_clock_snapshot_i386.h"
#else
#include "protocol/thread_clock_snapshot_x86_64.h"
#endif

#endif
