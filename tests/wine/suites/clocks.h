/* SPDX-License-Identifier: MIT */
/* The parts of the program clocks share these declarations. */
#ifndef CLOCKS_H
#define CLOCKS_H

#include "support.h"

/* The functions that report a time since the system started, in one form. */
enum clock { TICK, PRECISE, UNBIASED, UNBIASED_PRECISE, CLOCKS };

/* TRUE for those that return nothing. */
BOOL clock_ask(enum clock clock, PULONGLONG time);

/* Looks at all results. */
#define time_of(clock) time_of_at(clock, __FILE__, __LINE__)
ULONG64 time_of_at(enum clock clock, const char *file, int line);

#endif
