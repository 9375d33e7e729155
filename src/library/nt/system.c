/* SPDX-License-Identifier: MIT */
/* Queries of the system: its clocks, whether it is Wine, its environment. */
#include "library/nt/calls.h"

BOOLEAN nt_is_wine(void)
{
    return nt_calls()->is_wine;
}

ULONG nt_dos_error(NTSTATUS status)
{
    return nt_calls()->RtlNtStatusToDosError(status);
}

/* kernel32's function is not called: it sets the last error when there is no such variable. */
BOOLEAN nt_environment(const WCHAR *name, WCHAR *value, USHORT size)
{
    UNICODE_STRING key = { 0, 0, (PWSTR)name }, found = { 0, (size - 1) * sizeof *value, value };

    while (name[key.length / sizeof *name]) key.length += sizeof *name;
    key.maximum = key.length;
    if (!NT_SUCCESS(nt_calls()->RtlQueryEnvironmentVariable_U(NULL, &key, &found))) return FALSE;
    value[found.length / sizeof *value] = 0;
    return TRUE;
}

BOOLEAN nt_environment_is(const WCHAR *name, const WCHAR *const *values)
{
    WCHAR found[32];
    USHORT i;

    if (!nt_environment(name, found, ARRAYSIZE(found))) return FALSE;
    for (; *values; values++) {
        for (i = 0; found[i] && found[i] == (*values)[i]; i++) continue;
        if (found[i] == (*values)[i]) return TRUE;
    }
    return FALSE;
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
