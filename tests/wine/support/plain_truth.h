/* SPDX-License-Identifier: MIT */
/* What a plain program must be reported when it is hooked, and what it is reported alone. */
#ifndef PLAIN_TRUTH_H
#define PLAIN_TRUTH_H

#include "plain_run.h"

/* By a program beside us, to each of WHO that it speaks for. */
void assert_correct_times(const WCHAR *program, const char *const who[], size_t count);

/* The same of a program at a path. */
void assert_correct_times_at(const WCHAR *path, const char *const who[], size_t count);

/* What hooking is good for, and that the program shows a difference. Skips the test where there is none to show. */
void assert_fault_without_cycletime(const WCHAR *program, const char *who);
void assert_fault_alone_at(const WCHAR *path, const char *who);

/* The idle cycles of the first processor, whose idle time was that before and after, in 100 ns. */
void assert_idle(struct said answer, ULONG64 before, ULONG64 after);

/* Under Wine the counter that interrupt time is made of. */
ULONG64 counter(void);

#endif
