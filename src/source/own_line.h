/* SPDX-License-Identifier: MIT */
/* The calling thread's line, which the Linux side keeps, read from Windows code: its cycles without a call of the Linux
   side, as long as the thread has not left its processor. */
#ifndef CYCLETIME_OWN_LINE_H
#define CYCLETIME_OWN_LINE_H

#include "source.h"
#include "../nt/thread_slot.h"
#include "../protocol/thread_line.h"

/* After it has answered the calling thread: where its line is, if it was not found yet. */
void own_line_find(void);

/* The line was synchronised at TSC with times of which what is told will go with it; 0: it was not. */
void own_line_synchronised(ULONG64 tsc);

/* Before the thread's record ends. */
void own_line_forget(void);

/* What a thread's slot has: nothing yet, that there is no line that could be read, or where it is. */
enum { OWN_LINE_UNKNOWN, OWN_LINE_NONE };

extern uint32_t own_line_trusted; /* ticks */

/* NULL: it is not known, or cannot be read. */
static inline struct thread_line *own_line(void)
{
    const ULONG_PTR slot = thread_slot_get();

    return slot > OWN_LINE_NONE ? (struct thread_line *)slot : NULL;
}

/* It lies behind the line. */
static inline struct thread_split *own_line_split(const struct thread_line *line)
{
    return (struct thread_split *)(ULONG_PTR)(line + 1);
}

/* FALSE: the Linux side has to be asked, and *CYCLES may be anything. */
static inline BOOLEAN own_line_cycles(ULONG64 *cycles)
{
    struct thread_line *line = own_line();

    return line && thread_line_cycles(line, &own_line_trusted, cycles);
}

#endif
