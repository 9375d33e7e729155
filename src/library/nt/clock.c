/* SPDX-License-Identifier: MIT */
#include "library/nt/calls.h"

NTSTATUS nt_performance_counter(ULONG64 *counter, ULONG64 *frequency)
{
    LARGE_INTEGER now, rate;
    NTSTATUS status = nt_calls()->NtQueryPerformanceCounter(&now, &rate);

    if (!NT_SUCCESS(status)) return status;
    *counter = now.QuadPart;
    *frequency = rate.QuadPart;
    return STATUS_SUCCESS;
}

BOOLEAN nt_performance_time(ULONG64 units, ULONG64 *time)
{
    ULONG64 counter, frequency;

    if (!NT_SUCCESS(nt_performance_counter(&counter, &frequency)) || !frequency) return FALSE;
    *time = counter / frequency * units + counter % frequency * units / frequency;
    return TRUE;
}

/* The system may change the halves between two loads. It stores the high one before and after the low one, so the time
   is whole if both are the same. */
ULONG64 nt_interrupt_time(void)
{
    const volatile SHARED_TIME *time = &nt_calls()->shared->InterruptTime;
    LONG high;
    ULONG low;

    do {
        high = time->High1Time;
        low = time->LowPart;
    } while (high != time->High2Time);
    return (ULONG64)(ULONG)high << 32 | low;
}

ULONG64 nt_interrupt_time_bias(void)
{
    const volatile ULONG64 *bias = &nt_calls()->shared->InterruptTimeBias;

    return __atomic_load_n(bias, __ATOMIC_RELAXED);
}

NTSTATUS nt_interrupt_time_precise(ULONG64 *time)
{
    LARGE_INTEGER counter;

    if (!nt_calls()->RtlGetInterruptTimePrecise) return STATUS_NOT_SUPPORTED;
    *time = nt_calls()->RtlGetInterruptTimePrecise(&counter);
    return STATUS_SUCCESS;
}

HRESULT nt_auxiliary_frequency(PULONGLONG frequency)
{
    HRESULT (WINAPI *query)(PULONGLONG) = nt_calls()->QueryAuxiliaryCounterFrequency;

    return query ? query(frequency) : E_NOTIMPL;
}

HRESULT nt_auxiliary_to_performance(ULONGLONG auxiliary, PULONGLONG performance, PULONGLONG error)
{
    HRESULT (WINAPI *convert)(ULONGLONG, PULONGLONG, PULONGLONG) = nt_calls()->ConvertAuxiliaryCounterToPerformanceCounter;

    return convert ? convert(auxiliary, performance, error) : E_NOTIMPL;
}

HRESULT nt_performance_to_auxiliary(ULONGLONG performance, PULONGLONG auxiliary, PULONGLONG error)
{
    HRESULT (WINAPI *convert)(ULONGLONG, PULONGLONG, PULONGLONG) = nt_calls()->ConvertPerformanceCounterToAuxiliaryCounter;

    return convert ? convert(performance, auxiliary, error) : E_NOTIMPL;
}
