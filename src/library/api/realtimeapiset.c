/* SPDX-License-Identifier: MIT */
/* The exported functions of realtimeapiset.h, except those about processors. */
#include "library/api/api.h"
#include "library/nt/nt.h"
#include "library/query/cpu_time.h"
#include "library/query/query.h"
#include "library/source/own_snapshot.h"

static __attribute__((noinline)) BOOL put_thread_cycles(HANDLE thread, PULONG64 to)
{
    return result_query(query_thread_cycles_of_source, thread, to);
}

/* Programs call this function very often, so it holds the quick path alone. */
BOOL WINAPI QueryThreadCycleTime(HANDLE ThreadHandle, PULONG64 CycleTime)
{
    ULONG64 cycles;

    if (ThreadHandle != NT_CURRENT_THREAD || !CycleTime || !own_snapshot_cycles(&cycles))
        return put_thread_cycles(ThreadHandle, CycleTime);
    *(unaligned_ULONG64 *)CycleTime = cycles;
    return TRUE;
}
IMPORT_POINTER(QueryThreadCycleTime, 8);

BOOL WINAPI QueryProcessCycleTime(HANDLE ProcessHandle, PULONG64 CycleTime)
{
    return result_query(query_process_cycles, ProcessHandle, CycleTime);
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

HRESULT WINAPI QueryAuxiliaryCounterFrequency(PULONGLONG lpAuxiliaryCounterFrequency)
{
    return nt_auxiliary_frequency(lpAuxiliaryCounterFrequency);
}
IMPORT_POINTER(QueryAuxiliaryCounterFrequency, 4);

HRESULT WINAPI ConvertAuxiliaryCounterToPerformanceCounter(ULONGLONG ullAuxiliaryCounterValue,
                                                           PULONGLONG lpPerformanceCounterValue,
                                                           PULONGLONG lpConversionError)
{
    return nt_auxiliary_to_performance(ullAuxiliaryCounterValue, lpPerformanceCounterValue, lpConversionError);
}
IMPORT_POINTER(ConvertAuxiliaryCounterToPerformanceCounter, 16);

HRESULT WINAPI ConvertPerformanceCounterToAuxiliaryCounter(ULONGLONG ullPerformanceCounterValue,
                                                           PULONGLONG lpAuxiliaryCounterValue, PULONGLONG lpConversionError)
{
    return nt_performance_to_auxiliary(ullPerformanceCounterValue, lpAuxiliaryCounterValue, lpConversionError);
}
IMPORT_POINTER(ConvertPerformanceCounterToAuxiliaryCounter, 16);
