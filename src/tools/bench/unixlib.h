/* SPDX-License-Identifier: MIT */
/* The benchmark's calls to the unixlib, which measures costs by itself and reports its sources. */
#ifndef UNIXLIB_H
#define UNIXLIB_H

#include "protocol/unixlib_calls.h"

#include <windows.h>

/* Opens the unixlib. FALSE: it is not active. */
BOOL unixlib_open(void);

/* Returns the nanoseconds that one of ROUNDS takes in the unixlib; 0: that cannot be measured. */
double linux_measured(enum unixlib_measured what, int rounds);

/* Prints the folder of the file that processes share, and why it is not the usual one. */
void linux_print_shared(void);

/* Prints a line if the times of processors are not known. */
void linux_print_processors(void);

/* Prints Linux's clock source, and how each of its clocks is read. */
void linux_print_clocks(void);

#endif
