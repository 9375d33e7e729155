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
