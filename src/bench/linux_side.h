/* SPDX-License-Identifier: MIT */
/* What the Linux side itself measures, in the same run. */
#ifndef LINUX_SIDE_H
#define LINUX_SIDE_H

#include <windows.h>

/* FALSE: it is not active. */
BOOL linux_side_open(void);

/* Nanoseconds that each of ROUNDS takes on the Linux side; 0: it cannot be measured. */
double linux_process_clock(int rounds);
double linux_process_times(int rounds);

/* Where programs tell each other what they used, and why not where it belongs. */
void linux_print_shared(void);

/* Where what processors did is not known. */
void linux_print_processors(void);

/* Linux' own words: what it keeps time by, and how it reads its clocks; a line for each. */
void linux_print_clocks(void);

/* What a thread's begin and end cost together: of this thread, which is known again afterwards. */
void linux_thread_begin_and_end(void);
void linux_thread_begin_question_and_end(void);

#endif
