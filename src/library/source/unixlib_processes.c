/* SPDX-License-Identifier: MIT */
/* Asks the Linux side about processes by handle and about jobs. */
#include "library/source/unixlib.h"

#include <string.h>

NTSTATUS unixlib_own_creation(ULONG64 *creation)
{
    static ULONG64 known;
    struct nt_times times;
    NTSTATUS status;

    *creation = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (*creation) return STATUS_SUCCESS;
    status = nt_process_times(NT_CURRENT_PROCESS, &times);
    if (!NT_SUCCESS(status)) return status;
    *creation = times.creation;
    __atomic_store_n(&known, times.creation, __ATOMIC_RELAXED);
    return STATUS_SUCCESS;
}

void unixlib_process_begins(void)
{
    static LONG begun;
    struct unixlib_process_begin begin = { .id = GetCurrentProcessId() };
    ULONG parent;

    if (__atomic_load_n(&begun, __ATOMIC_RELAXED) || __atomic_exchange_n(&begun, 1, __ATOMIC_RELAXED)) return;
    if (!NT_SUCCESS(unixlib_own_creation(&begin.creation))) return;
    if (NT_SUCCESS(nt_parent_id(NT_CURRENT_PROCESS, &parent))) begin.parent = parent;
    begin.in_job = nt_is_in_job();
    nt_unixlib_call(UNIXLIB_CALL_PROCESS_BEGIN, &begin);
}

/* Asks about another process, which the handle names and which has to have cycletime in it. The caller sets `split` and
   `memory`. The system's own times identify the process that had the id, and show whether it has ended. */
static NTSTATUS ask_process(HANDLE process, struct cpu_time *seen, struct unixlib_process *reported)
{
    struct nt_times times;
    NTSTATUS status = nt_process_times(process, &times);

    if (!NT_SUCCESS(status)) return status;
    reported->id = seen->id;
    reported->ended = times.exit != 0;
    reported->creation = seen->creation = times.creation;
    seen->exit = times.exit;
    if (nt_unixlib_call(UNIXLIB_CALL_PROCESS, reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    put_times(seen, reported->total, reported->kernel);
    return STATUS_SUCCESS;
}

struct nt_scheduling unixlib_scheduling(const struct unixlib_scheduling *reported)
{
    const ULONG switches = reported->switches;

    switch (reported->letter) {
    case 0: return (struct nt_scheduling){ 0 };
    case 'R': return (struct nt_scheduling){ switches, NT_THREAD_RUNNING, 0 };
    case 'Z':
    case 'X': return (struct nt_scheduling){ switches, NT_THREAD_TERMINATED, 0 };
    case 'T':
    case 't': return (struct nt_scheduling){ switches, NT_THREAD_WAITING, NT_WAIT_SUSPENDED };
    default: return (struct nt_scheduling){ switches, NT_THREAD_WAITING, NT_WAIT_EXECUTIVE };
    }
}

NTSTATUS unixlib_own_process_cycles(ULONG64 *cycles)
{
    return nt_unixlib_call(UNIXLIB_CALL_PROCESS_CYCLES, cycles) == UNIXLIB_DONE ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
}

NTSTATUS unixlib_process_cycles(HANDLE process, struct cpu_time *seen)
{
    struct unixlib_process reported = { 0 };
    NTSTATUS status = nt_process_id(process, &seen->id);

    if (!NT_SUCCESS(status)) return status;
    /* The caller derives the cycles of another process. */
    if (seen->id != GetCurrentProcessId()) return ask_process(process, seen, &reported);
    seen->known = CPU_TIME_CYCLES;
    return unixlib_own_process_cycles(&seen->cycles);
}

NTSTATUS unixlib_process_times(HANDLE process, struct cpu_time *seen)
{
    struct unixlib_process reported = { .split = TRUE };
    struct unixlib_times answer;
    NTSTATUS status = nt_process_id(process, &seen->id);

    if (!NT_SUCCESS(status)) return status;
    if (seen->id != GetCurrentProcessId()) return ask_process(process, seen, &reported);
    status = unixlib_own_creation(&seen->creation);
    if (!NT_SUCCESS(status)) return status;
    if (nt_unixlib_call(UNIXLIB_CALL_PROCESS_TIMES, &answer) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    put_times(seen, answer.total, answer.kernel);
    return STATUS_SUCCESS;
}

NTSTATUS unixlib_peak_memory(HANDLE process, ULONG64 *peak)
{
    struct unixlib_process reported = { .memory = TRUE };
    struct cpu_time seen;
    NTSTATUS status = nt_process_id(process, &seen.id);

    if (NT_SUCCESS(status)) status = ask_process(process, &seen, &reported);
    if (NT_SUCCESS(status)) *peak = reported.peak;
    return status;
}

NTSTATUS unixlib_job(ULONG64 *number, ULONG processes, const ULONG *ids, ULONG count, struct unixlib_job_times *times)
{
    struct unixlib_job *asked = nt_allocate(sizeof *asked + count * sizeof *ids);
    NTSTATUS status;

    if (!asked) return STATUS_NO_MEMORY;
    *asked = (struct unixlib_job){ .job = *number, .times = times != NULL, .count = count, .processes = processes };
    memcpy(asked->ids, ids, count * sizeof *ids);
    status = nt_unixlib_call(UNIXLIB_CALL_JOB, asked) == UNIXLIB_DONE ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
    if (NT_SUCCESS(status)) {
        *number = asked->job;
        if (times) put_times(&times->all, asked->total, asked->kernel);
        if (times) put_times(&times->before, asked->total_before, asked->kernel_before);
    }
    nt_release(asked);
    return status;
}
