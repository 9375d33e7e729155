/* SPDX-License-Identifier: MIT */
/* What is told to have been used where nothing is: by a thread that waits, and of a processor that is busy. */
#ifndef WAITS_H
#define WAITS_H

#include <windows.h>

/* PER_MS: cycles in a millisecond. FALSE: something could not be done. */
BOOL waits_print(double per_ms, BOOL json);

/* COST beside what it is held to, as waits_print and target_print print it. */
void print_cost(const char *what, double cost, const char *unit, double limit, BOOL json, BOOL last);

#endif
