/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "result.h"
#include "../nt/unaligned.h"
#include "../query/buffer_length.h"
#include "../query/query.h"

#include <stddef.h>

_Static_assert(offsetof(CYCLETIME_PROCESS, Threads) == 0x38, "CYCLETIME_PROCESS");
_Static_assert(sizeof(CYCLETIME_THREAD) == 0x28, "CYCLETIME_THREAD");

/* A multiple of what aligns the next entry. */
static ULONG size_of(const struct nt_listed_process *process)
{
    ULONG size = offsetof(CYCLETIME_PROCESS, Threads) + process->threads * sizeof(CYCLETIME_THREAD) + process->name_bytes;

    return (size + 7) & ~7u;
}

static void put_threads(const struct nt_listed_process *process, BYTE *at)
{
    struct nt_listed_thread thread;
    CYCLETIME_THREAD reported;
    ULONG i;

    for (i = 0; i < process->threads; i++, at += sizeof reported) {
        nt_process_list_thread(process, i, &thread);
        if (process->id == nt_own_process_id()) query_listed_thread(&thread);
        reported = (CYCLETIME_THREAD){ thread.times.creation,
                                       thread.times.kernel,
                                       thread.times.user,
                                       query_listed_cycles(thread.cycles, &thread.times),
                                       thread.id,
                                       0 };
        memcpy(at, &reported, sizeof reported);
    }
}

static void put(const struct nt_listed_process *process, ULONG next, BYTE *at)
{
    const ULONG head = offsetof(CYCLETIME_PROCESS, Threads), name = head + process->threads * sizeof(CYCLETIME_THREAD);
    const CYCLETIME_PROCESS reported = { next,
                                         process->id,
                                         name,
                                         process->name_bytes,
                                         process->times.creation,
                                         process->times.kernel,
                                         process->times.user,
                                         query_listed_cycles(process->cycles, &process->times),
                                         process->threads,
                                         sizeof(CYCLETIME_THREAD),
                                         { { 0 } } };

    memcpy(at, &reported, head);
    put_threads(process, at + head);
    if (process->name_bytes) memcpy(at + name, process->name, process->name_bytes);
}

static void put_all(struct nt_process_list list, BYTE *at)
{
    struct nt_listed_process process, next;
    BOOLEAN more = nt_process_list_next(&list, &process);

    while (more) {
        more = nt_process_list_next(&list, &next);
        query_listed_process(&process);
        put(&process, more ? size_of(&process) : 0, at);
        at += size_of(&process);
        process = next;
    }
}

BOOL WINAPI CycletimeQueryProcesses(PULONG BufferLength, PVOID Buffer)
{
    struct nt_listed_process process;
    struct nt_process_list list, walk;
    struct length_verdict verdict;
    NTSTATUS status;
    ULONG need = 0;

    if (!BufferLength) return result(STATUS_INVALID_PARAMETER);
    status = nt_process_list_open(&list);
    if (!NT_SUCCESS(status)) return result(status);
    for (walk = list; nt_process_list_next(&walk, &process);) need += size_of(&process);
    verdict = buffer_length(LENGTH_SIZED, Buffer, *(unaligned_DWORD *)BufferLength, need, 1);
    if (verdict.fill) put_all(list, Buffer);
    nt_process_list_close(&list);
    *(unaligned_DWORD *)BufferLength = verdict.length;
    return result(verdict.status);
}
