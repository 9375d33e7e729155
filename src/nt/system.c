/* SPDX-License-Identifier: MIT */
#include "calls.h"

BOOLEAN nt_is_wine(void)
{
    return nt_calls()->is_wine;
}

NTSTATUS nt_performance_counter(ULONG64 *counter, ULONG64 *frequency)
{
    LARGE_INTEGER now, rate;
    NTSTATUS status = nt_calls()->NtQueryPerformanceCounter(&now, &rate);

    if (!NT_SUCCESS(status)) return status;
    *counter = now.QuadPart;
    *frequency = rate.QuadPart;
    return STATUS_SUCCESS;
}

ULONG nt_dos_error(NTSTATUS status)
{
    return nt_calls()->RtlNtStatusToDosError(status);
}

PVOID nt_allocate(SIZE_T size)
{
    return nt_calls()->allocate(size);
}

void nt_release(PVOID block)
{
    if (block) nt_calls()->release(block);
}

static USHORT bytes_of(const WCHAR *string)
{
    USHORT length = 0;

    while (string[length]) length++;
    return length * sizeof *string;
}

/* Not kernel32's: that sets the last error when there is no such variable. */
BOOLEAN nt_environment_is(const WCHAR *name, const WCHAR *value)
{
    WCHAR buffer[32];
    UNICODE_STRING key = { bytes_of(name), bytes_of(name), (PWSTR)name };
    UNICODE_STRING found = { 0, sizeof buffer, buffer };
    USHORT i;

    if (!NT_SUCCESS(nt_calls()->RtlQueryEnvironmentVariable_U(NULL, &key, &found))) return FALSE;
    if (found.Length != bytes_of(value)) return FALSE;
    for (i = 0; i < found.Length / sizeof *value; i++)
        if (buffer[i] != value[i]) return FALSE;
    return TRUE;
}

/* The parts may change in between; the high one is stored on both sides of the low one. */
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
    return nt_calls()->QueryAuxiliaryCounterFrequency ? nt_calls()->QueryAuxiliaryCounterFrequency(frequency) : E_NOTIMPL;
}

HRESULT nt_auxiliary_to_performance(ULONGLONG auxiliary, PULONGLONG performance, PULONGLONG error)
{
    if (!nt_calls()->ConvertAuxiliaryCounterToPerformanceCounter) return E_NOTIMPL;
    return nt_calls()->ConvertAuxiliaryCounterToPerformanceCounter(auxiliary, performance, error);
}

HRESULT nt_performance_to_auxiliary(ULONGLONG performance, PULONGLONG auxiliary, PULONGLONG error)
{
    if (!nt_calls()->ConvertPerformanceCounterToAuxiliaryCounter) return E_NOTIMPL;
    return nt_calls()->ConvertPerformanceCounterToAuxiliaryCounter(performance, auxiliary, error);
}
