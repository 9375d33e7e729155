/* SPDX-License-Identifier: MIT */
/* The calling thread's cycles by its line alone, on either side of the boundary:

   int thread_line_cycles(struct thread_line *line, const uint32_t *trusted, uint64_t *cycles);

   1: the answer, never back, nor behind what was reported to others. 0: the thread has to be synchronised, as it has left
   its processor, or has run for *TRUSTED ticks since; then *CYCLES may be anything.

   Another thread may stop this one anywhere in there, send it elsewhere, where it asks, and back, with the mark set anew.
   Then it was synchronised meanwhile, and own has risen, which it does with each synchronisation. So own is read first, and
   compared and exchanged last, in one instruction: no other thread writes there, so that needs no lock, which costs a
   multiple. The counter is read before the mark, so that a switch between the two only costs a synchronisation. */
#ifndef CYCLETIME_THREAD_LINE_H
#define CYCLETIME_THREAD_LINE_H

#ifdef __i386__
#include "thread_line_i386.h"
#else
#include "thread_line_x86_64.h"
#endif

#endif
