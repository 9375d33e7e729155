/* SPDX-License-Identifier: MIT */
/* The source that asks the Linux side: finds it, and asks it about processes by handle and about jobs. */
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

enum presence unixlib_presence(void)
{
    switch (nt_unixlib_open()) {
    case CYCLETIME_UNIXLIB_STATE_ACTIVE:
        unixlib_process_begins();
        thread_slot_open();
        return PRESENT;
    case CYCLETIME_UNIXLIB_STATE_NOT_NOW: return NOT_YET;
    default: return ABSENT;
    }
}

/* Asks about another process, which the handle names and which has to have cycletime in it. SPLIT: whether the kernel part
   has to be current. The id alone identifies a process that certainly runs, since no other process gets it while there is a
   handle. Otherwise the system's own times identify the process, and show whether it has ended; they need the same right as
   the id. Each query of the system is a round trip to wineserver. Wine: ids, process-rights. */
static NTSTATUS ask_process(HANDLE process, BOOLEAN may_run, BOOLEAN split, struct cpu_time *seen)
{
    struct unixlib_process reported = { .id = seen->id, .split = split };
    struct nt_times times = { 0 };
    NTSTATUS status;

    if (!may_run || nt_unixlib_call(UNIXLIB_CALL_PROCESS, &reported) != UNIXLIB_DONE) {
        status = nt_process_times(process, &times);
        if (!NT_SUCCESS(status)) return status;
        seen->creation = reported.creation = times.creation;
        seen->exit = times.exit;
        reported.ended = times.exit != 0;
        if (nt_unixlib_call(UNIXLIB_CALL_PROCESS, &reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    }
    seen->creation = reported.creation;
    put_times(seen, reported.total, reported.kernel);
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

NTSTATUS unixlib_process_cycles(HANDLE process, struct cpu_time *seen)
{
    BOOLEAN may_run;
    NTSTATUS status = nt_process_id_and_state(process, &seen->id, &may_run);

    if (!NT_SUCCESS(status)) return status;
    /* The caller derives the cycles of another process. */
    if (seen->id != GetCurrentProcessId()) return ask_process(process, may_run, FALSE, seen);
    seen->known = CPU_TIME_CYCLES;
    return nt_unixlib_call(UNIXLIB_CALL_PROCESS_CYCLES, &seen->cycles) == UNIXLIB_DONE ? STATUS_SUCCESS
                                                                                       : STATUS_NOT_SUPPORTED;
}

NTSTATUS unixlib_process_times(HANDLE process, struct cpu_time *seen)
{
    struct unixlib_times answer;
    BOOLEAN may_run;
    NTSTATUS status = nt_process_id_and_state(process, &seen->id, &may_run);

    if (!NT_SUCCESS(status)) return status;
    if (seen->id != GetCurrentProcessId()) return ask_process(process, may_run, TRUE, seen);
    status = unixlib_own_creation(&seen->creation);
    if (!NT_SUCCESS(status)) return status;
    if (nt_unixlib_call(UNIXLIB_CALL_PROCESS_TIMES, &answer) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    put_times(seen, answer.total, answer.kernel);
    return STATUS_SUCCESS;
}

NTSTATUS unixlib_ended_peak_memory(HANDLE process, ULONG64 creation, ULONG64 *peak)
{
    struct unixlib_process reported = { .creation = creation, .ended = TRUE, .memory = TRUE };
    ULONG id;
    NTSTATUS status = nt_process_id(process, &id);

    if (!NT_SUCCESS(status)) return status;
    reported.id = id;
    if (nt_unixlib_call(UNIXLIB_CALL_PROCESS, &reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    *peak = reported.peak;
    return STATUS_SUCCESS;
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

static BOOLEAN set_tsc_rate(ULONG64 cycles_per_second)
{
    struct unixlib_rate rate = { .cycles_per_second = cycles_per_second };

    return NT_SUCCESS(nt_unixlib_call(UNIXLIB_CALL_RATE, &rate));
}

const struct source source_unixlib = {
    .name = CYCLETIME_SOURCE_UNIXLIB,
    .presence = unixlib_presence,
    .set_tsc_rate = set_tsc_rate,
    .answers = {
        [CYCLETIME_QUESTION_THREAD_CYCLES] = { .of_handle = unixlib_thread_cycles },
        [CYCLETIME_QUESTION_PROCESS_CYCLES] = { .of_handle = unixlib_process_cycles },
        [CYCLETIME_QUESTION_THREAD_TIMES] = { .of_handle = unixlib_thread_times },
        [CYCLETIME_QUESTION_PROCESS_TIMES] = { .of_handle = unixlib_process_times },
        [CYCLETIME_QUESTION_IDLE_CYCLES] = { .works = unixlib_has_processors, .times_of_group = unixlib_processor_times },
        [CYCLETIME_QUESTION_SYSTEM_CYCLES] = { .works = unixlib_has_processors, .times_of_group = unixlib_processor_times },
        [CYCLETIME_QUESTION_PROCESSOR_TIMES] = { .works = unixlib_has_processors,
                                                 .times_of_group = unixlib_processor_times },
        [CYCLETIME_QUESTION_IDLE_STATES] = { .works = unixlib_has_processors, .idle_of_group = unixlib_processor_idle },
    },
};
