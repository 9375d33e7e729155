/* SPDX-License-Identifier: MIT */
/* The exported functions of realtimeapiset.h, except those about processors. */
#include "library/api/api.h"
#include "library/nt/calls.h"
#include "library/query/cpu_time.h"
#include "library/query/query.h"

static __attribute__((noinline)) BOOL put_cycle_time(CYCLETIME_QUESTION question, HANDLE handle, PULONG64 to)
{
    struct cpu_time seen;
    NTSTATUS status;

    if (!to) return return_status(STATUS_INVALID_PARAMETER);
    status = query_cpu_time(question, handle, &seen);
    return result_put(to, status, seen.cycles);
}

/* Programs call this function very often, so it holds the quick path alone. */
BOOL WINAPI QueryThreadCycleTime(HANDLE ThreadHandle, PULONG64 CycleTime)
{
    ULONG64 cycles;

    if (ThreadHandle != NT_CURRENT_THREAD || !CycleTime || !own_snapshot_cycles(&cycles))
        return put_cycle_time(CYCLETIME_QUESTION_THREAD_CYCLES, ThreadHandle, CycleTime);
    *(unaligned_ULONG64 *)CycleTime = cycles;
    return TRUE;
}
IMPORT_POINTER(QueryThreadCycleTime, 8);

BOOL WINAPI QueryProcessCycleTime(HANDLE ProcessHandle, PULONG64 CycleTime)
{
    return put_cycle_time(CYCLETIME_QUESTION_PROCESS_CYCLES, ProcessHandle, CycleTime);
}
IMPORT_POINTER(QueryProcessCycleTime, 8);

static BOOL put_time(PULONGLONG to, ULONG64 (*query)(void))
{
    return result_put(to, to ? STATUS_SUCCESS : STATUS_INVALID_PARAMETER, to ? query() : 0);
}

VOID WINAPI QueryInterruptTime(PULONGLONG lpInterruptTime)
{
    put_time(lpInterruptTime, nt_interrupt_time);
}
IMPORT_POINTER(QueryInterruptTime, 4);

VOID WINAPI QueryInterruptTimePrecise(PULONGLONG lpInterruptTimePrecise)
{
    put_time(lpInterruptTimePrecise, query_interrupt_time_precise);
}
IMPORT_POINTER(QueryInterruptTimePrecise, 4);

BOOL WINAPI QueryUnbiasedInterruptTime(PULONGLONG UnbiasedTime)
{
    return put_time(UnbiasedTime, query_unbiased_interrupt_time);
}
IMPORT_POINTER(QueryUnbiasedInterruptTime, 4);

VOID WINAPI QueryUnbiasedInterruptTimePrecise(PULONGLONG lpUnbiasedInterruptTimePrecise)
{
    put_time(lpUnbiasedInterruptTimePrecise, query_unbiased_interrupt_time_precise);
}
IMPORT_POINTER(QueryUnbiasedInterruptTimePrecise, 4);

/* Windows 10's auxiliary counter, by the system's own functions; E_NOTIMPL where it has none. */
HRESULT WINAPI QueryAuxiliaryCounterFrequency(PULONGLONG Frequency)
{
    const struct nt_calls *calls = nt_calls();

    return calls->QueryAuxiliaryCounterFrequency ? calls->QueryAuxiliaryCounterFrequency(Frequency) : E_NOTIMPL;
}
IMPORT_POINTER(QueryAuxiliaryCounterFrequency, 4);

#define DEFINE_CONVERSION(name) \
    HRESULT WINAPI name(ULONGLONG Value, PULONGLONG Converted, PULONGLONG Error) \
    { \
        const struct nt_calls *calls = nt_calls(); \
\
        return calls->name ? calls->name(Value, Converted, Error) : E_NOTIMPL; \
    } \
    IMPORT_POINTER(name, 16)

DEFINE_CONVERSION(ConvertAuxiliaryCounterToPerformanceCounter);
DEFINE_CONVERSION(ConvertPerformanceCounterToAuxiliaryCounter);
