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

#ifdef __i386__
#include "protocol/thread_clock_snapshot_i386.h"
#else
#include "protocol/thread_clock_snapshot_x86_64.h"
#endif

#endif
