/* SPDX-License-Identifier: MIT */
/* The clocks that CYCLETIME_HOOK_FAST_CLOCK puts in place: kernelbase's and ntdll's own, as they are past the hooks, by a
   system call of our own; and what stands there after it. */
#ifndef BOTH_CLOCKS_H
#define BOTH_CLOCKS_H

#include <windows.h>

enum clock { COUNTER, RTL_COUNTER, NT_COUNTER, PRECISE_DATE, CLOCKS };

struct clocks {
    BOOL (WINAPI *QueryPerformanceCounter)(LARGE_INTEGER *);
    BOOL (WINAPI *RtlQueryPerformanceCounter)(LARGE_INTEGER *);
    LONG (WINAPI *NtQueryPerformanceCounter)(LARGE_INTEGER *, LARGE_INTEGER *);
    void (WINAPI *GetSystemTimePreciseAsFileTime)(FILETIME *);
};

extern struct clocks systems, ours;

/* Whether Linux reads its clocks by the TSC, as far as its clock source and the test's caller report. */
BOOL clocks_are_counted(void);

/* Hooks this process. FALSE: it cannot be done. */
BOOL both_clocks_open(void);

ULONG64 report(const struct clocks *clocks, enum clock clock); /* 0: it fails */

#endif
