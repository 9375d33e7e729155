/* SPDX-License-Identifier: MIT */
/* Every test program here shares this: cmocka, its last line, and clocks. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "cases.h"
#include "spin.h"

typedef LONG NTSTATUS; /* what the values of ntstatus.h are */

/* Prints the line without which ctest takes the program for one that did not run. The exit code of main. */
int finish(int failed_tests);

#define POISON 0xdeadbeefu             /* the last error before every call */
#define UNTOUCHED 0xccccccccccccccccull

/* Asserts what the call returns, and which last error it leaves. A call that succeeds leaves the last error alone. */
#define assert_result(call, expected, error) \
    do { \
        SetLastError(POISON); \
        assert_int_equal(call, expected); \
        assert_int_equal(GetLastError(), error); \
    } while (0)
#define assert_succeeds(call) assert_result(call, TRUE, POISON)
#define assert_fails(call, error) assert_result(call, FALSE, error)

BOOL is_wine(void);

/* Returns whether this test runs with the unixlib, by its environment. Callers of the library see whether it is there. */
BOOL with_unixlib(void);

/* Whether this program was started to be hooked, and its children. */
BOOL with_hooks(void);

/* Whether threads that never asked anything are known to the unixlib: the DLL learns about them. */
BOOL knows_all_threads(void);

/* Whether the processor promises one rate of its time-stamp counter in every power state. */
BOOL has_invariant_tsc(void);

/* Of the time-stamp counter; measured over 200 ms, and good to 0.01 %: each end of it lies within some microseconds. The
   checks allow for 1 %, but for the one of the rate itself. */
ULONG64 ticks_per_second(void);
ULONG64 ticks_of_ms(ULONG64 ms);
ULONG64 ticks_of_100ns(ULONG64 time);

/* Returns by how much a reading of the system's CPU time may be behind, in ticks: by a step each of kernel and user time.
   Wine rounds both down to 10 ms; Windows counts them in clock ticks, by default of 15.625 ms (GetSystemTimeAdjustment). */
ULONG64 coarseness(void);

/* Returns the time in 100 ns that so many ticks take. */
ULONG64 times_of_ticks(ULONG64 ticks);

#define STEP 100000  /* 10 ms */

struct times {
    ULONG64 creation, exit, kernel, user;  /* 100 ns */
};

/* As NT reports them, without cycletime. Under Wine a process's kernel and user are right for the own process only. */
struct times system_thread_times(HANDLE thread);
struct times system_process_times(HANDLE process);
LONG system_ask_thread(HANDLE thread, struct times *times);  /* the NTSTATUS */
LONG system_ask_process(HANDLE process, struct times *times);

/* Return the cycles that the system itself has counted, without cycletime, or 0 if it counts none: Wine 8 does not know
   these queries, and Wine 10 reports 0 for a process. Windows counts them apart from the times: it charges the whole of a
   clock tick to the thread that runs at its end, and the cycles to the thread that used them. */
ULONG64 system_thread_cycles(HANDLE thread);
ULONG64 system_process_cycles(HANDLE process);

static inline ULONG64 value_of_filetime(FILETIME time)
{
    return (ULONG64)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

typedef BOOL (WINAPI *query_times)(HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME);

/* Returns the times by GetThreadTimes, GetProcessTimes or a function in place of one, which must succeed. */
struct times times_by(query_times query, HANDLE handle);

HANDLE start_thread(LPTHREAD_START_ROUTINE run, void *argument);

/* Waits until it has ended, and closes the handle. Returns its exit code. */
DWORD join_thread(HANDLE thread);

static inline ULONG64 total(struct times times)
{
    return times.kernel + times.user;
}

#endif
