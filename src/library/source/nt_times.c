/* SPDX-License-Identifier: MIT */
/* The source of NT's kernel and user times, which every system has; cycles are derived from them. */
#include "library/source/source.h"

static void fill_cpu_time(struct cpu_time *seen, const struct nt_times *times, BOOLEAN known)
{
    seen->creation = times->creation;
    seen->exit = times->exit;
    if (!known) return;
    seen->kernel = times->kernel;
    seen->user = times->user;
    seen->known = CPU_TIME_TIMES;
}

static NTSTATUS nt_times_of_thread(HANDLE thread, struct cpu_time *seen)
{
    struct nt_times times;
    struct nt_thread who;
    NTSTATUS status = nt_thread_times(thread, &times);

    if (!NT_SUCCESS(status)) return status;
    /* For an ended thread Wine reports 0, or the times of the thread that has its Linux thread id now. */
    fill_cpu_time(seen, &times, !times.exit || !nt_is_wine());
    seen->id = NT_SUCCESS(nt_thread(thread, &who)) ? who.id : 0; /* without an id the answer is not kept */
    return STATUS_SUCCESS;
}

/* Wine's ProcessTimes reports the caller's kernel and user time for any handle; only the dates are the process's own. The
   times in the list of processes are correct, but an ended process is not in it. Wine: process-times. The list lacks a
   process that has ended since it was asked for its id: then its dates are asked for again. If the handle's number was
   given to another process meanwhile, the handle that the caller passed is closed. */
static NTSTATUS foreign_times_under_wine(HANDLE process, struct cpu_time *seen)
{
    struct nt_times times = { seen->creation, seen->exit, 0, 0 };
    NTSTATUS status = times.creation ? STATUS_SUCCESS : nt_process_times(process, &times);
    const ULONG64 creation = times.creation;
    BOOLEAN is_listed = FALSE;
    ULONG now;

    if (NT_SUCCESS(status) && !times.exit) {
        status = nt_listed_process_times(seen->id, &times);
        is_listed = NT_SUCCESS(status);
        if (status == STATUS_NOT_FOUND) {
            status = nt_process_id_and_times(process, 0, &now, &times);
            if (NT_SUCCESS(status) && (now != seen->id || times.creation != creation)) return STATUS_INVALID_HANDLE;
        }
    }
    if (!NT_SUCCESS(status)) return status;
    fill_cpu_time(seen, &times, is_listed);
    return STATUS_SUCCESS;
}

static NTSTATUS nt_times_of_process(HANDLE process, struct cpu_time *seen)
{
    struct nt_times times;
    NTSTATUS status = seen->id ? STATUS_SUCCESS : nt_process_id(process, &seen->id);

    if (nt_is_wine() && !NT_SUCCESS(status)) return status;
    if (nt_is_wine() && seen->id != GetCurrentProcessId()) return foreign_times_under_wine(process, seen);
    status = nt_process_times(process, &times);
    if (!NT_SUCCESS(status)) return status;
    fill_cpu_time(seen, &times, TRUE);
    return STATUS_SUCCESS;
}

/* Wine's DPC and interrupt times are always 0. */
static BOOLEAN system_times_work(CYCLETIME_QUESTION question)
{
    (void)question;
    return !nt_is_wine();
}

/* The system reports the number of interrupts in any case. */
static NTSTATUS nt_times_of_group(USHORT group, ULONG count, enum unixlib_counted counted, struct nt_processor_times *times)
{
    (void)counted;
    return nt_processor_times(group, count, times);
}

const struct source source_nt_times = {
    .name = CYCLETIME_SOURCE_NT_TIMES,
    .answers = {
        [CYCLETIME_QUESTION_THREAD_CYCLES] = { .of_handle = nt_times_of_thread },
        [CYCLETIME_QUESTION_PROCESS_CYCLES] = { .of_handle = nt_times_of_process },
        [CYCLETIME_QUESTION_THREAD_TIMES] = { .of_handle = nt_times_of_thread },
        [CYCLETIME_QUESTION_PROCESS_TIMES] = { .of_handle = nt_times_of_process },
        [CYCLETIME_QUESTION_IDLE_CYCLES] = { .times_of_group = nt_times_of_group },
        [CYCLETIME_QUESTION_SYSTEM_CYCLES] = { .works = system_times_work, .times_of_group = nt_times_of_group },
        [CYCLETIME_QUESTION_PROCESSOR_TIMES] = { .times_of_group = nt_times_of_group },
    },
};
