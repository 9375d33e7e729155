/* SPDX-License-Identifier: MIT */
#include "nt_queries.h"
#include "originals.h"
#include "../nt/calls.h"
#include "../nt/unaligned.h"
#include "../query/buffer_length.h"
#include "../query/processor.h"
#include "../query/processor_structures.h"
#include "../query/query.h"

/* NT writes nothing to where it cannot, and says so. */
static NTSTATUS put(const void *answer, ULONG size, PVOID buffer, PULONG returned)
{
    if (IsBadWritePtr(buffer, size) || (returned && IsBadWritePtr(returned, sizeof *returned)))
        return STATUS_ACCESS_VIOLATION;
    memcpy(buffer, answer, size);
    if (returned) *(unaligned_DWORD *)returned = size;
    return STATUS_SUCCESS;
}

static NTSTATUS put_times(NTSTATUS (*query)(HANDLE, struct nt_times *), HANDLE handle, PVOID buffer, PULONG returned)
{
    struct nt_times times;
    NTSTATUS status = query(handle, &times);
    KERNEL_USER_TIMES answer;

    if (!NT_SUCCESS(status)) return status;
    answer.CreateTime.QuadPart = (LONGLONG)times.creation;
    answer.ExitTime.QuadPart = (LONGLONG)times.exit;
    answer.KernelTime.QuadPart = (LONGLONG)times.kernel;
    answer.UserTime.QuadPart = (LONGLONG)times.user;
    return put(&answer, sizeof answer, buffer, returned);
}

static NTSTATUS put_cycles(NTSTATUS (*query)(HANDLE, ULONG64 *), HANDLE handle, PVOID buffer, PULONG returned)
{
    CYCLE_TIME_INFORMATION answer;
    NTSTATUS status = query(handle, &answer.AccumulatedCycles);

    if (!NT_SUCCESS(status)) return status;
    /* The counter itself, as KeQueryTotalCycleTimeThread's page has it (CycleTimeStamp). */
    answer.CurrentCycleCount = processor_tsc();
    return put(&answer, sizeof answer, buffer, returned);
}

/* NT wants the lengths of these exactly; any other is for the system to judge. */
NTSTATUS WINAPI GraftedNtQueryInformationThread(HANDLE Thread, ULONG Class, PVOID Buffer, ULONG Length, PULONG ReturnLength)
{
    if (Class == ThreadTimes && Length == sizeof(KERNEL_USER_TIMES))
        return put_times(query_thread_times, Thread, Buffer, ReturnLength);
    if (Class == ThreadCycleTime && Length == sizeof(CYCLE_TIME_INFORMATION))
        return put_cycles(query_thread_cycles, Thread, Buffer, ReturnLength);
    return originals.NtQueryInformationThread(Thread, Class, Buffer, Length, ReturnLength);
}

NTSTATUS WINAPI GraftedNtQueryInformationProcess(HANDLE Process, ULONG Class, PVOID Buffer, ULONG Length,
                                                 PULONG ReturnLength)
{
    if (Class == ProcessTimes && Length == sizeof(KERNEL_USER_TIMES))
        return put_times(query_process_times, Process, Buffer, ReturnLength);
    if (Class == ProcessCycleTime && Length == sizeof(CYCLE_TIME_INFORMATION))
        return put_cycles(query_process_cycles, Process, Buffer, ReturnLength);
    return originals.NtQueryInformationProcess(Process, Class, Buffer, Length, ReturnLength);
}

struct processor_class {
    ULONG class, size;
    enum nt_length_rule rule;
    NTSTATUS (*fill)(USHORT group, ULONG count, PVOID buffer);
};

static const struct processor_class *find(ULONG class)
{
    static const struct processor_class classes[] = {
        { SystemProcessorPerformanceInformation, sizeof(SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION), NT_WHOLE_ELEMENTS,
          processor_performance },
        { SystemProcessorIdleInformation, sizeof(SYSTEM_PROCESSOR_IDLE_INFORMATION), NT_ALL_OR_MISMATCH, processor_idle },
        { SystemProcessorIdleCycleTimeInformation, sizeof(ULONG64), NT_ALL_OR_TOO_SMALL, processor_idle_cycles },
        { SystemProcessorCycleTimeInformation, sizeof(ULONG64), NT_ALL_OR_TOO_SMALL, processor_system_cycles },
    };
    ULONG i;

    for (i = 0; i < ARRAYSIZE(classes); i++)
        if (classes[i].class == class) return &classes[i];
    return NULL;
}

static NTSTATUS put_array(const struct processor_class *class, USHORT group, PVOID buffer, ULONG length, PULONG returned)
{
    struct length_verdict verdict;
    struct nt_groups groups;
    NTSTATUS status = nt_groups(&groups);

    if (!NT_SUCCESS(status)) return status;
    if (group >= groups.count) return STATUS_INVALID_PARAMETER;
    verdict = nt_length(class->rule, length, groups.processors[group], class->size);
    if (returned && IsBadWritePtr(returned, sizeof *returned)) return STATUS_ACCESS_VIOLATION;
    if (verdict.fill && IsBadWritePtr(buffer, verdict.length)) return STATUS_ACCESS_VIOLATION;
    if (verdict.fill) status = class->fill(group, verdict.length / class->size, buffer);
    if (!NT_SUCCESS(status)) return status;
    if (returned) *(unaligned_DWORD *)returned = verdict.length;
    return verdict.status;
}

/* What cycletime cannot tell, the system may. */
NTSTATUS WINAPI GraftedNtQuerySystemInformation(ULONG Class, PVOID Buffer, ULONG Length, PULONG ReturnLength)
{
    const struct processor_class *class = find(Class);
    NTSTATUS status = class ? put_array(class, nt_current_group(), Buffer, Length, ReturnLength) : STATUS_NOT_SUPPORTED;

    return status == STATUS_NOT_SUPPORTED ? originals.NtQuerySystemInformation(Class, Buffer, Length, ReturnLength) : status;
}

NTSTATUS WINAPI GraftedNtQuerySystemInformationEx(ULONG Class, PVOID Query, ULONG QueryLength, PVOID Buffer, ULONG Length,
                                                  PULONG ReturnLength)
{
    const struct processor_class *class = find(Class);
    const BOOLEAN has_group = class && QueryLength >= sizeof(USHORT) && !IsBadReadPtr(Query, sizeof(USHORT));
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    USHORT group;

    if (has_group) memcpy(&group, Query, sizeof group);
    if (has_group) status = put_array(class, group, Buffer, Length, ReturnLength);
    if (status != STATUS_NOT_SUPPORTED) return status;
    return originals.NtQuerySystemInformationEx(Class, Query, QueryLength, Buffer, Length, ReturnLength);
}
