/* SPDX-License-Identifier: MIT */
/* Checks the reports of a plain program, with hooks and without. */
#ifndef PLAIN_TRUTH_H
#define PLAIN_TRUTH_H

#include "plain_run.h"

/* Asserts that the program at `path` reports correct times of each in `who`, which NULL ends. */
void assert_correct_times_at(const WCHAR *path, const char *const who[]);

/* Asserts it of a program that lies beside this one; the names of `who` follow. */
#define assert_correct_times(program, ...) \
    assert_correct_times_at(beside(program), (const char *const[]){ __VA_ARGS__, NULL })

/* Checks that the program shows the fault that hooking repairs. Skips the test where there is no fault. */
void assert_fault_without_cycletime(const WCHAR *path, const char *who);

/* The idle cycles of the first processor, whose idle time was that before and after, in 100 ns. */
void assert_idle(struct said answer, ULONG64 before, ULONG64 after);

/* Under Wine the counter that interrupt time is made of. */
ULONG64 counter(void);

#endif
