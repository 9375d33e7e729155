/* SPDX-License-Identifier: MIT */
/* Queries of processors and of processor groups. */
#include "library/nt/calls.h"

#include <string.h>

/* Retrieves what CLASS reports of a group. A system without groups reports only the first one. */
static NTSTATUS ask_group(ULONG class, USHORT group, PVOID buffer, ULONG size, ULONG *length)
{
    *length = 0;
    if (nt_calls()->NtQuerySystemInformationEx)
        return nt_calls()->NtQuerySystemInformationEx(class, &group, sizeof group, buffer, size, length);
    if (group) return STATUS_INVALID_PARAMETER;
    return nt_calls()->NtQuerySystemInformation(class, buffer, size, length);
}

/* Whether this system lacks the class, so that another class may be used; a single failure does not mean that. */
static BOOLEAN is_not_reported(NTSTATUS status)
{
    return status == STATUS_NOT_SUPPORTED || status == STATUS_NOT_IMPLEMENTED || status == STATUS_INVALID_INFO_CLASS;
}

/* The structures are in an allocated block, since they are too large for a small stack. Before Windows 7, and where groups
   are not reported, all processors are those of the only group. */
NTSTATUS nt_groups(struct nt_groups *groups)
{
    LOGICAL_PROCESSOR_RELATIONSHIP relation = RelationGroup;
    ULONG length = sizeof(SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX) + NT_MOST_GROUPS * sizeof(PROCESSOR_GROUP_INFO), all;
    SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX *reported;
    SYSTEM_BASIC_INFORMATION info;
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    USHORT i;

    if (nt_calls()->NtQuerySystemInformationEx) {
        reported = nt_allocate(length);
        if (!reported) return STATUS_NO_MEMORY;
        status = nt_calls()->NtQuerySystemInformationEx(SystemLogicalProcessorInformationEx, &relation, sizeof relation,
                                                        reported, length, &length);
        if (NT_SUCCESS(status) && reported->Group.ActiveGroupCount > NT_MOST_GROUPS) status = STATUS_INTERNAL_ERROR;
        if (NT_SUCCESS(status)) groups->count = reported->Group.ActiveGroupCount;
        for (i = 0; NT_SUCCESS(status) && i < groups->count; i++)
            groups->in_mask[i] = reported->Group.GroupInfo[i].ActiveProcessorCount;
        nt_release(reported);
    }
    if (is_not_reported(status)) {
        status = nt_calls()->NtQuerySystemInformation(SystemBasicInformation, &info, sizeof info, NULL);
        groups->count = 1;
        if (NT_SUCCESS(status)) groups->in_mask[0] = (BYTE)info.NumberOfProcessors;
    }
    if (!NT_SUCCESS(status)) return status;
    for (i = 0; i < groups->count; i++) groups->processors[i] = groups->in_mask[i];
    if (!nt_is_wine() || groups->count != 1 || !nt_calls()->RtlGetCurrentPeb) return status;
    all = nt_calls()->RtlGetCurrentPeb()->processors;
    if (all > groups->in_mask[0] && all <= NT_MOST_PROCESSORS) groups->processors[0] = (USHORT)all;
    return status;
}

NTSTATUS nt_first_processor(USHORT group, ULONG *first)
{
    struct nt_groups groups;
    NTSTATUS status;
    USHORT i;

    *first = 0;
    if (!group) return STATUS_SUCCESS;
    status = nt_groups(&groups);
    if (!NT_SUCCESS(status)) return status;
    if (group >= groups.count) return STATUS_INVALID_PARAMETER;
    for (i = 0; i < group; i++) *first += groups.processors[i];
    return STATUS_SUCCESS;
}

USHORT nt_current_group(void)
{
    PROCESSOR_NUMBER number = { 0 };

    /* Wine always returns group 0, and Wine 8 logs each call. */
    if (nt_calls()->RtlGetCurrentProcessorNumberEx && !nt_is_wine()) nt_calls()->RtlGetCurrentProcessorNumberEx(&number);
    return number.Group;
}

/* Wine reports processors without a group only, in a list of all. It stops at the first one that the buffer has no room
   for, and does not report the length that it needs. An empty entry is a processor that is offline: Wine's index is Linux's
   processor number, which may have gaps, and Windows' numbers have none. Wine: one-group. */
NTSTATUS nt_processor_times(USHORT group, ULONG count, struct nt_processor_times *times)
{
    static LONG reported_without_group;
    struct nt_processor_times *info;
    ULONG entries = count + 64, length, taken = 0, i;
    NTSTATUS status;

    memset(times, 0, count * sizeof *times);
    if (!__atomic_load_n(&reported_without_group, __ATOMIC_RELAXED)) {
        status = ask_group(SystemProcessorPerformanceInformation, group, times, count * sizeof *times, &length);
        if (!is_not_reported(status)) return status;
    }
    if (group) return STATUS_NOT_SUPPORTED;
    status = STATUS_SUCCESS;
    for (; NT_SUCCESS(status) && taken < count && entries <= 0x4000; entries *= 4) {
        info = nt_allocate(entries * sizeof *info);
        if (!info) return STATUS_NO_MEMORY;
        length = taken = 0;
        status = nt_calls()->NtQuerySystemInformation(SystemProcessorPerformanceInformation, info, entries * sizeof *info,
                                                      &length);
        for (i = 0; NT_SUCCESS(status) && i < length / sizeof *info && taken < count; i++)
            if (info[i].idle || info[i].kernel || info[i].user) times[taken++] = info[i];
        nt_release(info);
    }
    if (NT_SUCCESS(status)) __atomic_store_n(&reported_without_group, 1, __ATOMIC_RELAXED);
    return status;
}

NTSTATUS nt_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle)
{
    ULONG length = 0;
    NTSTATUS status = ask_group(SystemProcessorIdleInformation, group, idle, count * sizeof *idle, &length);

    if (is_not_reported(status) || (NT_SUCCESS(status) && length != count * sizeof *idle)) return STATUS_NOT_SUPPORTED;
    return status;
}

NTSTATUS nt_processor_cycles(CYCLETIME_QUESTION question, USHORT group, ULONG count, ULONG64 *cycles)
{
    const ULONG class = question == CYCLETIME_QUESTION_IDLE_CYCLES ? SystemProcessorIdleCycleTimeInformation
                                                                   : SystemProcessorCycleTimeInformation;
    ULONG length;

    memset(cycles, 0, count * sizeof *cycles);
    return ask_group(class, group, cycles, count * sizeof *cycles, &length);
}

static NTSTATUS (WINAPI *exported_query)(ULONG, PVOID, ULONG, PULONG);

void nt_calls_export(PVOID query_system)
{
    __atomic_store_n((PVOID *)&exported_query, query_system, __ATOMIC_RELEASE);
}

NTSTATUS nt_exported_system_times(struct nt_processor_times *all)
{
    struct nt_processor_times *times;
    struct nt_groups groups;
    NTSTATUS status;
    ULONG size, i;

    *all = (struct nt_processor_times){ .idle = 0 };
    if (!__atomic_load_n((PVOID *)&exported_query, __ATOMIC_ACQUIRE)) return STATUS_NOT_SUPPORTED;
    status = nt_groups(&groups);
    if (!NT_SUCCESS(status)) return status;
    if (groups.count != 1) return STATUS_NOT_SUPPORTED;
    size = groups.processors[0] * sizeof *times;
    times = nt_allocate(size);
    if (!times) return STATUS_NO_MEMORY;
    status = exported_query(SystemProcessorPerformanceInformation, times, size, &size);
    for (i = 0; i < size / sizeof *times && NT_SUCCESS(status); i++) {
        all->idle += times[i].idle;
        all->kernel += times[i].kernel;
        all->user += times[i].user;
    }
    nt_release(times);
    return status;
}
