/* SPDX-License-Identifier: MIT */
#include "import_pointer.h"
#include "result.h"
#include "../nt/unaligned.h"
#include "../query/query.h"

static __attribute__((noinline)) BOOL put_thread_cycles(HANDLE thread, PULONG64 to)
{
    ULONG64 cycles;

    if (!to) return result(STATUS_INVALID_PARAMETER);
    if (!result(query_thread_cycles_of_source(thread, &cycles))) return FALSE;
    *(unaligned_ULONG64 *)to = cycles;
    return TRUE;
}

/* What programs ask all the time stands here alone. */
BOOL WINAPI QueryThreadCycleTime(HANDLE ThreadHandle, PULONG64 CycleTime)
{
    ULONG64 cycles;

    if (ThreadHandle != NT_CURRENT_THREAD || !CycleTime || !own_line_cycles(&cycles))
        return put_thread_cycles(ThreadHandle, CycleTime);
    *(unaligned_ULONG64 *)CycleTime = cycles;
    return TRUE;
}
IMPORT_POINTER(QueryThreadCycleTime, 8);

BOOL WINAPI QueryProcessCycleTime(HANDLE ProcessHandle, PULONG64 CycleTime)
{
    ULONG64 cycles;

    if (!CycleTime) return result(STATUS_INVALID_PARAMETER);
    if (!result(query_process_cycles(ProcessHandle, &cycles))) return FALSE;
    *(unaligned_ULONG64 *)CycleTime = cycles;
    return TRUE;
}
IMPORT_POINTER(QueryProcessCycleTime, 8);

static BOOL put_time(PULONGLONG to, ULONG64 (*query)(void))
{
    if (!to) return result(STATUS_INVALID_PARAMETER);
    *(unaligned_ULONG64 *)to = query();
    return TRUE;
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
