/* SPDX-License-Identifier: MIT */
#include "fast_clock.h"
#include "originals.h"
#include "../nt/unaligned.h"
#include "../query/fast_clock.h"

enum { FREQUENCY = 10000000 }; /* of Wine's counter; there is no line for another one */

static void put(LARGE_INTEGER *to, ULONG64 value)
{
    *(unaligned_ULONG64 *)to = value;
}

/* By ntdll's own system call, which the system's functions would not reach: it leads to ours. */
static __attribute__((noinline)) BOOL ask_system(BOOL (WINAPI *system)(LARGE_INTEGER *), LARGE_INTEGER *counter)
{
    ULONG64 now, frequency;

    if (!counter || !NT_SUCCESS(nt_performance_counter(&now, &frequency)) || frequency != FREQUENCY) return system(counter);
    put(counter, query_counter_told(now));
    return TRUE;
}

BOOL WINAPI GraftedQueryPerformanceCounter(LARGE_INTEGER *Counter)
{
    ULONG64 now;

    if (!Counter || !query_counter(&now)) return ask_system(originals.QueryPerformanceCounter, Counter);
    put(Counter, now);
    return TRUE;
}

BOOL WINAPI GraftedRtlQueryPerformanceCounter(LARGE_INTEGER *Counter)
{
    ULONG64 now;

    if (!Counter || !query_counter(&now)) return ask_system(originals.RtlQueryPerformanceCounter, Counter);
    put(Counter, now);
    return TRUE;
}

static BOOLEAN is_on_stack(const void *address)
{
    const NT_TIB *thread = (const NT_TIB *)NtCurrentTeb();

    return (ULONG_PTR)address >= (ULONG_PTR)thread->StackLimit
           && (ULONG_PTR)address <= (ULONG_PTR)thread->StackBase - sizeof(LARGE_INTEGER);
}

static NTSTATUS ask_nt(LARGE_INTEGER *counter, LARGE_INTEGER *frequency)
{
    const NTSTATUS status = originals.NtQueryPerformanceCounter(counter, frequency);

    if (NT_SUCCESS(status)) put(counter, query_counter_told(*(unaligned_ULONG64 *)counter));
    return status;
}

/* The system makes a status of memory that cannot be written to. So it is asked where that cannot be ruled out at once. */
static __attribute__((noinline)) NTSTATUS ask_for_status(LARGE_INTEGER *counter, LARGE_INTEGER *frequency)
{
    const NTSTATUS status = originals.NtQueryPerformanceCounter(counter, frequency);
    ULONG64 now;

    if (NT_SUCCESS(status)) {
        now = *(unaligned_ULONG64 *)counter;
        put(counter, query_counter(&now) ? now : query_counter_told(now));
    }
    return status;
}

NTSTATUS WINAPI GraftedNtQueryPerformanceCounter(LARGE_INTEGER *Counter, LARGE_INTEGER *Frequency)
{
    ULONG64 now;

    if (!is_on_stack(Counter) || (Frequency && !is_on_stack(Frequency))) return ask_for_status(Counter, Frequency);
    if (!query_counter(&now)) return ask_nt(Counter, Frequency);
    put(Counter, now);
    if (Frequency) put(Frequency, FREQUENCY);
    return STATUS_SUCCESS;
}

static void put_date(LPFILETIME to, ULONG64 date)
{
    *(unaligned_ULONG64 *)to = date;
}

static ULONG64 date_of_system(void)
{
    FILETIME date;

    originals.GetSystemTimePreciseAsFileTime(&date);
    return (ULONG64)date.dwHighDateTime << 32 | date.dwLowDateTime;
}

/* Whether the system's date is the clock that the line is of: it lies between two readings of that. */
static BOOLEAN find_out(void)
{
    enum { TRIES = 8, ERROR_OF_LINE = 1 };
    ULONG64 before, date, after;
    int i;

    for (i = 0; i < TRIES; i++) {
        if (!query_date(&before)) return FALSE;
        date = date_of_system();
        if (!query_date(&after)) return FALSE;
        if (date + ERROR_OF_LINE < before || date > after + ERROR_OF_LINE) return FALSE;
    }
    return TRUE;
}

/* Found out once. */
static BOOLEAN is_lines_date(void)
{
    enum { UNKNOWN, NO, YES };
    static LONG known;
    LONG answer = __atomic_load_n(&known, __ATOMIC_RELAXED);

    if (answer != UNKNOWN) return answer == YES;
    answer = find_out() ? YES : NO;
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    return answer == YES;
}

void WINAPI GraftedGetSystemTimePreciseAsFileTime(LPFILETIME Date)
{
    ULONG64 now;

    if (!Date || !is_lines_date() || !query_date(&now)) originals.GetSystemTimePreciseAsFileTime(Date);
    else put_date(Date, now);
}
