/* SPDX-License-Identifier: MIT */
/* The hooks of the clocks, which are installed only under CYCLETIME_HOOK_FAST_CLOCK. */
#include "inject/hooks/hooks.h"
#include "library/query/clocks.h"
#include "library/query/query.h"

enum { FREQUENCY = 10000000 }; /* of Wine's counter; there is no scale for another one */

static void store_clock(LARGE_INTEGER *to, ULONG64 value)
{
    *(unaligned_ULONG64 *)to = value;
}

/* Uses ntdll's own system call: the system's functions would not reach it, since their calls lead to cycletime's
   replacement. */
static __attribute__((noinline)) BOOL ask_system(BOOL (WINAPI *system)(LARGE_INTEGER *), LARGE_INTEGER *counter)
{
    ULONG64 now, frequency;

    if (!counter || !NT_SUCCESS(nt_performance_counter(&now, &frequency)) || frequency != FREQUENCY) return system(counter);
    store_clock(counter, query_counter_of_system(now));
    return TRUE;
}

static inline BOOL put_counter(BOOL (WINAPI *const *system)(LARGE_INTEGER *), LARGE_INTEGER *counter)
{
    ULONG64 now;

    if (!counter || !query_counter(&now)) return ask_system(*system, counter);
    store_clock(counter, now);
    return TRUE;
}

BOOL WINAPI HookedQueryPerformanceCounter(LARGE_INTEGER *Counter)
{
    return put_counter(&trampolines.QueryPerformanceCounter, Counter);
}

BOOL WINAPI HookedRtlQueryPerformanceCounter(LARGE_INTEGER *Counter)
{
    return put_counter(&trampolines.RtlQueryPerformanceCounter, Counter);
}

/* The system is called first, since it returns a status for memory that cannot be written to. */
static __attribute__((noinline)) NTSTATUS ask_nt(LARGE_INTEGER *counter, LARGE_INTEGER *frequency)
{
    const NTSTATUS status = trampolines.NtQueryPerformanceCounter(counter, frequency);
    ULONG64 now;

    if (NT_SUCCESS(status))
        store_clock(counter, query_counter(&now) ? now : query_counter_of_system(*(unaligned_ULONG64 *)counter));
    return status;
}

NTSTATUS WINAPI HookedNtQueryPerformanceCounter(LARGE_INTEGER *Counter, LARGE_INTEGER *Frequency)
{
    ULONG64 now;

    if (!thread_stack_has(Counter, sizeof *Counter) || (Frequency && !thread_stack_has(Frequency, sizeof *Frequency))
        || !query_counter(&now))
        return ask_nt(Counter, Frequency);
    store_clock(Counter, now);
    if (Frequency) store_clock(Frequency, FREQUENCY);
    return STATUS_SUCCESS;
}

/* Checks whether the scale is one of the system's date: every date lies between two readings by the scale. */
static BOOLEAN check_date_scale(void)
{
    enum { TRIES = 8, ERROR_OF_LINE = 1 };
    ULONG64 before, date, after;
    FILETIME systems;
    int i;

    for (i = 0; i < TRIES; i++) {
        if (!query_date(&before)) return FALSE;
        trampolines.GetSystemTimePreciseAsFileTime(&systems);
        date = (ULONG64)systems.dwHighDateTime << 32 | systems.dwLowDateTime;
        if (!query_date(&after)) return FALSE;
        if (date + ERROR_OF_LINE < before || date > after + ERROR_OF_LINE) return FALSE;
    }
    return TRUE;
}

/* The check is made once. */
static BOOLEAN has_date_scale(void)
{
    enum { UNKNOWN, NO, YES };
    static LONG known;
    LONG answer = __atomic_load_n(&known, __ATOMIC_RELAXED);

    if (answer != UNKNOWN) return answer == YES;
    answer = check_date_scale() ? YES : NO;
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    return answer == YES;
}

void WINAPI HookedGetSystemTimePreciseAsFileTime(LPFILETIME Date)
{
    ULONG64 now;

    if (!Date || !has_date_scale() || !query_date(&now)) trampolines.GetSystemTimePreciseAsFileTime(Date);
    else store_clock((LARGE_INTEGER *)Date, now);
}
