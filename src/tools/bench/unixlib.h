/* SPDX-License-Identifier: MIT */
/* The benchmark's calls to the unixlib, which measures costs by itself and reports its sources. */
#ifndef LINUX_SIDE_H
#define LINUX_SIDE_H

#include <windows.h>

/* Opens the unixlib. FALSE: it is not active. */
BOOL linux_side_open(void);

/* Each returns the nanoseconds that one of ROUNDS takes in the unixlib; 0: that cannot be measured. */
double linux_process_clock(int rounds);
double linux_process_times(int rounds);
double linux_thread_life(int rounds); /* the begin and the end of a thread's record */
double linux_thread_life_and_question(int rounds);

/* Prints the folder of the file that processes share, and why it is not the usual one. */
void linux_print_shared(void);

/* Prints a line if the times of processors are not known. */
void linux_print_processors(void);

/* Prints Linux's clock source, and how each of its clocks is read. */
void linux_print_clocks(void);

#endif
