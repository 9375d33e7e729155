/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "library/api/result.h"
#include "library/nt/unaligned.h"
#include "library/query/buffer_length.h"
#include "library/query/query.h"

#include <stddef.h>

_Static_assert(offsetof(CYCLETIME_PROCESS, Threads) == 0x38, "CYCLETIME_PROCESS");
_Static_assert(sizeof(CYCLETIME_THREAD) == 0x28, "CYCLETIME_THREAD");

/* The size is rounded up, so that the next entry is aligned. */
static ULONG size_of(const struct nt_listed_process *process)
{
    ULONG size = offsetof(CYCLETIME_PROCESS, Threads) + process->threads * sizeof(CYCLETIME_THREAD) + process->name_bytes;

    return (size + 7) & ~7u;
}

static void put_threads(const struct nt_listed_process *process, const struct nt_listed_thread *threads, BYTE *at)
{
    const struct nt_listed_thread *thread = threads;
    CYCLETIME_THREAD reported;

    for (; thread < threads + process->threads; thread++, at += sizeof reported) {
        reported = (CYCLETIME_THREAD){ thread->times.creation, thread->times.kernel, thread->times.user,
                                       thread->cycles,         thread->id,           0 };
        memcpy(at, &reported, sizeof reported);
    }
}

static void put_process(const struct nt_listed_process *process, const struct nt_listed_thread *threads, ULONG next,
                        BYTE *at)
{
    const ULONG head = offsetof(CYCLETIME_PROCESS, Threads), name = head + process->threads * sizeof(CYCLETIME_THREAD);
    const CYCLETIME_PROCESS reported = { next,
                                         process->id,
                                         name,
                                         process->name_bytes,
                                         process->times.creation,
                                         process->times.kernel,
                                         process->times.user,
                                         process->cycles,
                                         process->threads,
                                         sizeof(CYCLETIME_THREAD),
                                         { { 0 } } };

    memcpy(at, &reported, head);
    put_threads(process, threads, at + head);
    if (process->name_bytes) memcpy(at + name, process->name, process->name_bytes);
}

static NTSTATUS put_all(struct nt_process_list list, BYTE *at)
{
    struct nt_listed_thread *threads = nt_allocate((nt_process_list_most_threads(list) + 1) * sizeof *threads);
    struct nt_listed_process process, next;
    BOOLEAN more = nt_process_list_next(&list, &process);

    if (!threads) return STATUS_NO_MEMORY;
    while (more) {
        more = nt_process_list_next(&list, &next);
        query_listed_process(&process, threads);
        put_process(&process, threads, more ? size_of(&process) : 0, at);
        at += size_of(&process);
        if (more) process = next;
    }
    nt_release(threads);
    return STATUS_SUCCESS;
}

BOOL WINAPI CycletimeQueryProcesses(PULONG BufferLength, PVOID Buffer)
{
    struct nt_listed_process process;
    struct nt_process_list list, walk;
    struct length_verdict verdict;
    NTSTATUS status;
    ULONG need = 0;

    if (!BufferLength) return return_status(STATUS_INVALID_PARAMETER);
    status = nt_process_list_open(&list);
    if (!NT_SUCCESS(status)) return return_status(status);
    for (walk = list; nt_process_list_next(&walk, &process);) need += size_of(&process);
    verdict = buffer_length(LENGTH_SIZED, Buffer, *(unaligned_DWORD *)BufferLength, need, 1);
    if (verdict.fill) status = put_all(list, Buffer);
    nt_process_list_close(&list);
    if (!NT_SUCCESS(status)) return return_status(status);
    *(unaligned_DWORD *)BufferLength = verdict.length;
    return return_status(verdict.status);
}
