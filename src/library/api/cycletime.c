/* SPDX-License-Identifier: MIT */
/* The functions of cycletime.h that Windows does not have, except the functions about processors, processes and hooks. */
#include "cycletime.h"
#include "library/api/api.h"
#include "library/query/cpu_time.h"
#include "library/query/query.h"

#include <stddef.h>

BOOL WINAPI CycletimeQueryFrequency(PULONG64 CyclesPerSecond)
{
    if (!CyclesPerSecond) return return_status(STATUS_INVALID_PARAMETER);
    return result_put(CyclesPerSecond, query_tsc_rate() ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED, query_tsc_rate());
}

/* Cycles measure time only where the time-stamp counter's rate never varies. */
static __attribute__((noinline)) BOOL put_cpu_time(CYCLETIME_QUESTION question, HANDLE handle, PULONG64 to)
{
    struct cpu_time seen;
    NTSTATUS status = STATUS_NOT_SUPPORTED;

    if (!to) return return_status(STATUS_INVALID_PARAMETER);
    if (query_tsc_is_invariant() && query_tsc_rate()) status = query_cpu_time(question, handle, &seen);
    if (NT_SUCCESS(status)) quick_time_open();
    return result_put(to, status, NT_SUCCESS(status) ? nanoseconds_from_cycles(seen.cycles) : 0);
}

BOOL WINAPI CycletimeQueryThreadCpuTime(HANDLE Thread, PULONG64 Nanoseconds)
{
    ULONG64 cycles;

    if (Thread != NT_CURRENT_THREAD || !Nanoseconds || !quick_time_works() || !own_snapshot_cycles(&cycles))
        return put_cpu_time(CYCLETIME_QUESTION_THREAD_CYCLES, Thread, Nanoseconds);
    *(unaligned_ULONG64 *)Nanoseconds = quick_nanoseconds(cycles);
    return TRUE;
}

BOOL WINAPI CycletimeQueryProcessCpuTime(HANDLE Process, PULONG64 Nanoseconds)
{
    return put_cpu_time(CYCLETIME_QUESTION_PROCESS_CYCLES, Process, Nanoseconds);
}

BOOL WINAPI CycletimeQueryDescendantTimes(HANDLE Process, PULONG64 Kernel, PULONG64 User)
{
    ULONG64 kernel, user;

    if (!Kernel || !User) return return_status(STATUS_INVALID_PARAMETER);
    if (!return_status(query_descendant_times(Process, &kernel, &user))) return FALSE;
    return result_put(Kernel, STATUS_SUCCESS, kernel) && result_put(User, STATUS_SUCCESS, user);
}

BOOL WINAPI CycletimeQuerySource(CYCLETIME_QUESTION Question, CYCLETIME_SOURCE *Source, PULONG64 StepNanoseconds)
{
    const struct source *source;
    ULONG64 step;

    if ((ULONG)Question >= CYCLETIME_QUESTIONS || !Source) return return_status(STATUS_INVALID_PARAMETER);
    source = choose_source(Question);
    step = source && StepNanoseconds ? query_step(Question) : 0;
    *(unaligned_DWORD *)Source = source ? source->name : CYCLETIME_SOURCE_NONE;
    if (StepNanoseconds) *(unaligned_ULONG64 *)StepNanoseconds = step;
    return TRUE;
}

/* An answer that lies between two of ours is ours. A few tries, since a later answer of another copy of cycletime in this
   process may be a little smaller than an earlier one of this copy. */
CYCLETIME_ACCURACY WINAPI CycletimeQueryAccuracy(BOOL (WINAPI *Function)(HANDLE, PULONG64))
{
    const DWORD error = GetLastError();
    const struct source *source = choose_source(CYCLETIME_QUESTION_THREAD_CYCLES);
    ULONG64 before, cycles, after;
    BOOLEAN is_ours = FALSE;
    int tries;

    for (tries = 0; source && Function && !is_ours && tries < 3; tries++) {
        if (!NT_SUCCESS(query_thread_cycles(NT_CURRENT_THREAD, &before)) || !Function(NT_CURRENT_THREAD, &cycles)
            || !NT_SUCCESS(query_thread_cycles(NT_CURRENT_THREAD, &after)))
            break;
        is_ours = cycles >= before && cycles <= after;
    }
    SetLastError(error);
    if (!is_ours) return CYCLETIME_ACCURACY_NONE;
    return source->name == CYCLETIME_SOURCE_NT_TIMES ? CYCLETIME_ACCURACY_STEPS : CYCLETIME_ACCURACY_EXACT;
}

ULONG WINAPI CycletimeQueryVersion(void)
{
    return CYCLETIME_VERSION;
}

BOOL WINAPI CycletimeQueryUnixlibState(CYCLETIME_UNIXLIB_STATE *State)
{
    if (!State) return return_status(STATUS_INVALID_PARAMETER);
    choose_source(CYCLETIME_QUESTION_THREAD_CYCLES); /* the first query of cycles determines how the unixlib gets them */
    *(unaligned_DWORD *)State = query_unixlib_open();
    return TRUE;
}

BOOL WINAPI CycletimeQueryUnixlibClock(CYCLETIME_UNIXLIB_CLOCK *Clock)
{
    if (!Clock) return return_status(STATUS_INVALID_PARAMETER);
    *(unaligned_DWORD *)Clock = query_unixlib_clock();
    return TRUE;
}

_Static_assert(offsetof(CYCLETIME_PROCESS, Threads) == 0x38, "CYCLETIME_PROCESS");
_Static_assert(sizeof(CYCLETIME_THREAD) == 0x28, "CYCLETIME_THREAD");
_Static_assert(sizeof(CYCLETIME_PROCESS_EXTENSION) == 0x10, "CYCLETIME_PROCESS_EXTENSION");

/* An entry is the process, its threads, their extension and the name. It is rounded up, so that the next one is aligned. */
static ULONG entry_size(const struct nt_listed_process *process)
{
    return (offsetof(CYCLETIME_PROCESS, Threads) + process->threads * sizeof(CYCLETIME_THREAD)
            + sizeof(CYCLETIME_PROCESS_EXTENSION) + process->name_bytes + 7)
           & ~7u;
}

static void put_process(const struct nt_listed_process *process, const struct nt_listed_thread *threads, ULONG next,
                        BYTE *at)
{
    const ULONG head = offsetof(CYCLETIME_PROCESS, Threads), extension = head + process->threads * sizeof(CYCLETIME_THREAD),
                name = extension + sizeof(CYCLETIME_PROCESS_EXTENSION);
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
    const CYCLETIME_PROCESS_EXTENSION extended = { process->is_counted ? CYCLETIME_CYCLES_COUNTED : 0, 0,
                                                   process->working_set };
    CYCLETIME_THREAD thread;
    ULONG i;

    memcpy(at, &reported, head);
    for (i = 0; i < process->threads; i++) {
        thread = (CYCLETIME_THREAD){
            threads[i].times.creation, threads[i].times.kernel, threads[i].times.user,
            threads[i].cycles,         threads[i].id,           threads[i].is_counted ? CYCLETIME_CYCLES_COUNTED : 0
        };
        memcpy(at + head + i * sizeof thread, &thread, sizeof thread);
    }
    memcpy(at + extension, &extended, sizeof extended);
    if (process->name_bytes) memcpy(at + name, process->name, process->name_bytes);
}

static NTSTATUS put_processes(struct nt_process_list list, BYTE *at)
{
    struct nt_listed_thread *threads = nt_allocate((nt_process_list_most_threads(list) + 1) * sizeof *threads);
    struct nt_listed_process process, next;
    BOOLEAN more = nt_process_list_next(&list, &process);

    if (!threads) return STATUS_NO_MEMORY;
    while (more) {
        more = nt_process_list_next(&list, &next);
        query_listed_process(&process, threads);
        put_process(&process, threads, more ? entry_size(&process) : 0, at);
        at += entry_size(&process);
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
    for (walk = list; nt_process_list_next(&walk, &process);) need += entry_size(&process);
    verdict = buffer_length(LENGTH_SIZED, Buffer, *(unaligned_DWORD *)BufferLength, need, 1);
    if (verdict.fill) status = put_processes(list, Buffer);
    nt_release(list.block);
    if (!NT_SUCCESS(status)) return return_status(status);
    *(unaligned_DWORD *)BufferLength = verdict.length;
    return return_status(verdict.status);
}
