/* SPDX-License-Identifier: MIT */
/* The list of all processes and their threads, as NtQuerySystemInformation returns it. */
#include "library/nt/calls.h"
#include "protocol/arithmetic.h"

#define SLACK 0x4000 /* what may start between two queries */

NTSTATUS nt_process_list_open(struct nt_process_list *list)
{
    static ULONG expected = 4 * SLACK; /* what sufficed last, so that one query does */
    ULONG size = __atomic_load_n(&expected, __ATOMIC_RELAXED), needed;
    NTSTATUS status;
    PVOID block;
    int tries;

    for (tries = 0; tries < 8; tries++) {
        block = nt_allocate(size);
        if (!block) return STATUS_NO_MEMORY;
        needed = 0;
        status = nt_calls()->NtQuerySystemInformation(SystemProcessInformation, block, size, &needed);
        if (NT_SUCCESS(status)) {
            *list = (struct nt_process_list){ block, size, 0, sizeof(SYSTEM_THREAD_INFORMATION) };
            return status;
        }
        nt_release(block);
        if (status != STATUS_INFO_LENGTH_MISMATCH && status != STATUS_BUFFER_TOO_SMALL) return status;
        size = (needed > size ? needed : size) + SLACK;
        __atomic_store_n(&expected, size, __ATOMIC_RELAXED);
    }
    return status;
}

BOOLEAN nt_process_list_of(ULONG class, PVOID block, ULONG length, struct nt_process_list *list)
{
    const BOOLEAN extended = class == SystemExtendedProcessInformation;

    *list = (struct nt_process_list){ block, length, 0,
                                      extended ? sizeof(SYSTEM_EXTENDED_THREAD_INFORMATION)
                                               : sizeof(SYSTEM_THREAD_INFORMATION) };
    return extended || class == SystemProcessInformation;
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
        .name = entry->ImageName.text,
        .name_bytes = entry->ImageName.text ? entry->ImageName.length : 0,
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

void nt_process_list_put(const struct nt_listed_process *process, const struct nt_listed_thread *threads)
{
    SYSTEM_PROCESS_INFORMATION *entry = process->entry;
    SYSTEM_THREAD_INFORMATION *info;
    ULONG i;

    entry->KernelTime.QuadPart = (LONGLONG)process->times.kernel;
    entry->UserTime.QuadPart = (LONGLONG)process->times.user;
    entry->CycleTime = process->cycles;
    for (i = 0; i < process->threads; i++) {
        info = thread_at(process, i);
        info->KernelTime.QuadPart = (LONGLONG)threads[i].times.kernel;
        info->UserTime.QuadPart = (LONGLONG)threads[i].times.user;
        info->ContextSwitches = threads[i].scheduling.switches;
        info->ThreadState = threads[i].scheduling.state;
        info->WaitReason = threads[i].scheduling.wait_reason;
    }
}

/* The times of a process in the list that was taken last. No lock protects an entry, since a thread may be suspended or
   terminated while it writes one: no entry is used whose checksum, also of the process's id and creation time, is wrong. */
struct listed_times {
    ULONG64 kernel, user, until, sum;
};

/* Wine gives ids in steps of 4, the lowest free one first, to processes and threads. A list is never used for longer than
   LONGEST, in 100 ns. Wine: ids. */
enum { RECENT = 4096, SECOND = 10000000, LONGEST = SECOND / 10 };
static struct listed_times recent[RECENT];

static ULONG64 sum_process(ULONG id, ULONG64 creation, const struct listed_times *times)
{
    const ULONG64 words[] = { id, creation, times->kernel, times->user, times->until };
    ULONG64 sum = 0;
    SIZE_T i;

    for (i = 0; i < ARRAYSIZE(words); i++) {
        sum = spread_bits(sum ^ words[i]);
        sum ^= sum >> 32;
    }
    return sum;
}

static BOOLEAN is_kept(ULONG id, ULONG64 now, struct nt_times *times)
{
    const struct listed_times *const entry = &recent[id / 4 % RECENT];
    const struct listed_times kept = { __atomic_load_n(&entry->kernel, __ATOMIC_RELAXED),
                                       __atomic_load_n(&entry->user, __ATOMIC_RELAXED),
                                       __atomic_load_n(&entry->until, __ATOMIC_RELAXED),
                                       __atomic_load_n(&entry->sum, __ATOMIC_RELAXED) };

    if (kept.until - now - 1 >= LONGEST || kept.sum != sum_process(id, times->creation, &kept)) return FALSE;
    times->kernel = kept.kernel;
    times->user = kept.user;
    return TRUE;
}

/* Wine takes time for each process in a list, so a program that queries every process must not get a list for each query.
   A list is used for eight times as long as Wine took for it: then lists take at most a ninth of the time. */
NTSTATUS nt_listed_process_times(ULONG id, struct nt_times *times)
{
    struct nt_listed_process process;
    struct nt_process_list list;
    struct listed_times kept, *entry;
    ULONG64 before = 0, after, until = 0;
    NTSTATUS status;

    if (nt_performance_time(SECOND, &before) && is_kept(id, before, times)) return STATUS_SUCCESS;
    status = nt_process_list_open(&list);
    if (!NT_SUCCESS(status)) return status;
    if (before && nt_performance_time(SECOND, &after))
        until = after + ((after - before) * 8 < LONGEST ? (after - before) * 8 : LONGEST);
    status = STATUS_NOT_FOUND;
    while (nt_process_list_next(&list, &process)) {
        entry = &recent[process.id / 4 % RECENT];
        kept = (struct listed_times){ process.times.kernel, process.times.user, until, 0 };
        __atomic_store_n(&entry->kernel, kept.kernel, __ATOMIC_RELAXED);
        __atomic_store_n(&entry->user, kept.user, __ATOMIC_RELAXED);
        __atomic_store_n(&entry->until, kept.until, __ATOMIC_RELAXED);
        __atomic_store_n(&entry->sum, sum_process(process.id, process.times.creation, &kept), __ATOMIC_RELAXED);
        if (process.id != id || process.times.creation != times->creation) continue;
        *times = process.times;
        status = STATUS_SUCCESS;
    }
    nt_release(list.block);
    return status;
}
