/* SPDX-License-Identifier: MIT */
#include "calls.h"

#define SLACK 0x4000 /* what may start between two queries */

/* The list of all processes in a block that the caller releases. */
static NTSTATUS list_processes(BYTE **list, ULONG *length)
{
    static ULONG expected = 4 * SLACK; /* what sufficed last, so that one query does */
    ULONG size = __atomic_load_n(&expected, __ATOMIC_RELAXED), needed;
    NTSTATUS status;
    PVOID block;
    int tries;

    for (tries = 0; tries < 8; tries++) {
        if (!(block = nt_calls()->allocate(size))) return STATUS_NO_MEMORY;
        needed = 0;
        status = nt_calls()->NtQuerySystemInformation(SystemProcessInformation, block, size, &needed);
        if (NT_SUCCESS(status)) {
            *list = block;
            *length = size;
            return status;
        }
        nt_calls()->release(block);
        if (status != STATUS_INFO_LENGTH_MISMATCH && status != STATUS_BUFFER_TOO_SMALL) return status;
        size = (needed > size ? needed : size) + SLACK;
        __atomic_store_n(&expected, size, __ATOMIC_RELAXED);
    }
    return status;
}

NTSTATUS nt_process_list_open(struct nt_process_list *list)
{
    list->offset = 0;
    list->thread_size = sizeof(SYSTEM_THREAD_INFORMATION);
    return list_processes(&list->block, &list->length);
}

BOOLEAN nt_process_list_of(ULONG class, PVOID block, ULONG length, struct nt_process_list *list)
{
    const BOOLEAN extended = class == SystemExtendedProcessInformation;

    *list = (struct nt_process_list){ block, length, 0,
                                      extended ? sizeof(SYSTEM_EXTENDED_THREAD_INFORMATION)
                                               : sizeof(SYSTEM_THREAD_INFORMATION) };
    return extended || class == SystemProcessInformation;
}

void nt_process_list_close(struct nt_process_list *list)
{
    nt_calls()->release(list->block);
}

BOOLEAN nt_process_list_next(struct nt_process_list *list, struct nt_listed_process *process)
{
    SYSTEM_PROCESS_INFORMATION *entry = (SYSTEM_PROCESS_INFORMATION *)(PVOID)(list->block + list->offset);
    ULONG left = list->length - list->offset, threads;

    if (left < sizeof *entry) return FALSE;
    *process = (struct nt_listed_process){
        .entry = entry,
        .thread_size = list->thread_size,
        .id = (ULONG)(ULONG_PTR)entry->UniqueProcessId,
        .parent = (ULONG)(ULONG_PTR)entry->InheritedFromUniqueProcessId,
        .working_set = entry->WorkingSetSize,
        .private_bytes = entry->PagefileUsage, /* as Windows has both */
        .name = entry->ImageName.Buffer,
        .name_bytes = entry->ImageName.Buffer ? entry->ImageName.Length : 0,
        .times = { entry->CreateTime.QuadPart, 0, entry->KernelTime.QuadPart, entry->UserTime.QuadPart },
        .cycles = entry->CycleTime,
    };
    if (left > SYSTEM_PROCESS_THREADS) {
        threads = (left - SYSTEM_PROCESS_THREADS) / list->thread_size;
        process->threads = entry->NumberOfThreads < threads ? entry->NumberOfThreads : threads;
    }
    /* The list ends after its last entry, and after one whose offset cannot be right. */
    list->offset += entry->NextEntryOffset && entry->NextEntryOffset <= left ? entry->NextEntryOffset : left;
    return TRUE;
}

ULONG nt_process_list_most_threads(struct nt_process_list list)
{
    struct nt_listed_process process;
    ULONG most = 0;

    while (nt_process_list_next(&list, &process))
        if (process.threads > most) most = process.threads;
    return most;
}

static SYSTEM_THREAD_INFORMATION *thread_at(const struct nt_listed_process *process, ULONG index)
{
    return (SYSTEM_THREAD_INFORMATION *)(PVOID)((BYTE *)process->entry + SYSTEM_PROCESS_THREADS
                                                + (SIZE_T)index * process->thread_size);
}

void nt_process_list_thread(const struct nt_listed_process *process, ULONG index, struct nt_listed_thread *thread)
{
    const SYSTEM_THREAD_INFORMATION *info = thread_at(process, index);

    *thread = (struct nt_listed_thread){
        .id = (ULONG)(ULONG_PTR)info->ClientId.UniqueThread,
        .times = { info->CreateTime.QuadPart, 0, info->KernelTime.QuadPart, info->UserTime.QuadPart },
        .scheduling = { info->ContextSwitches, info->ThreadState, info->WaitReason },
    };
}

void nt_process_list_put(const struct nt_listed_process *process)
{
    SYSTEM_PROCESS_INFORMATION *entry = process->entry;

    entry->KernelTime.QuadPart = (LONGLONG)process->times.kernel;
    entry->UserTime.QuadPart = (LONGLONG)process->times.user;
    entry->CycleTime = process->cycles;
}

void nt_process_list_put_thread(const struct nt_listed_process *process, ULONG index, const struct nt_listed_thread *thread)
{
    SYSTEM_THREAD_INFORMATION *info = thread_at(process, index);

    info->KernelTime.QuadPart = (LONGLONG)thread->times.kernel;
    info->UserTime.QuadPart = (LONGLONG)thread->times.user;
    info->ContextSwitches = thread->scheduling.switches;
    info->ThreadState = thread->scheduling.state;
    info->WaitReason = thread->scheduling.wait_reason;
}

NTSTATUS nt_listed_process_times(ULONG id, struct nt_times *times)
{
    struct nt_listed_process process;
    struct nt_process_list list;
    NTSTATUS status = nt_process_list_open(&list);

    if (!NT_SUCCESS(status)) return status;
    status = STATUS_NOT_FOUND;
    while (status == STATUS_NOT_FOUND && nt_process_list_next(&list, &process)) {
        if (process.id != id) continue;
        *times = process.times;
        status = STATUS_SUCCESS;
    }
    nt_process_list_close(&list);
    return status;
}
