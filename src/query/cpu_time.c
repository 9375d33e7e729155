/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "cpu_time.h"
#include "cycle_rate.h"
#include "../source/host_processes.h"

static ULONG64 creation(enum subject subject, HANDLE handle)
{
    const CYCLETIME_QUESTION question =
        subject == SUBJECT_THREAD ? CYCLETIME_QUESTION_THREAD_TIMES : CYCLETIME_QUESTION_PROCESS_TIMES;
    struct cpu_time seen = { 0 };

    return NT_SUCCESS(source_nt_times.answers[question].of_handle(handle, &seen)) ? seen.creation : 0;
}

/* A count comes without the creation time. It is asked only where it decides: when a thread or process is first seen,
   and at a step back, which may be a reused id. */
static void remember(enum subject subject, HANDLE handle, struct cpu_time *seen)
{
    if (!seen->creation && last_answer_continues(subject, seen)) return;
    if (!seen->creation) seen->creation = creation(subject, handle);
    last_answer_update(subject, seen);
}

/* A source before another may know of some only. */
static NTSTATUS ask(CYCLETIME_QUESTION question, HANDLE handle, struct cpu_time *seen)
{
    const struct source *source;
    NTSTATUS status;

    for (source = choose(question); source; source = choose_next(source, question)) {
        *seen = (struct cpu_time){ 0 };
        status = source->answers[question].of_handle(handle, seen);
        if (status != STATUS_NOT_SUPPORTED) return status;
    }
    return STATUS_NOT_SUPPORTED;
}

NTSTATUS query_cycles(enum subject subject, CYCLETIME_QUESTION question, HANDLE handle, ULONG64 *cycles)
{
    struct cpu_time seen;
    NTSTATUS status = ask(question, handle, &seen);

    if (!NT_SUCCESS(status)) return status;
    if (seen.known == CPU_TIME_TIMES && cycle_rate()) {
        seen.cycles = cycles_from_100ns(seen.kernel + seen.user);
        seen.known |= CPU_TIME_CYCLES;
    }
    remember(subject, handle, &seen);
    if (!(seen.known & CPU_TIME_CYCLES)) return STATUS_NOT_SUPPORTED;
    *cycles = seen.cycles;
    return STATUS_SUCCESS;
}

NTSTATUS query_times(enum subject subject, CYCLETIME_QUESTION question, HANDLE handle, struct nt_times *times)
{
    struct cpu_time seen;
    NTSTATUS status = ask(question, handle, &seen);

    if (!NT_SUCCESS(status)) return status;
    remember(subject, handle, &seen);
    /* An ended process told nobody what it used. */
    if (subject == SUBJECT_PROCESS && !(seen.known & CPU_TIME_TIMES) && host_is_told_nothing()) return STATUS_NOT_SUPPORTED;
    times->creation = seen.creation;
    times->exit = seen.exit;
    times->kernel = seen.kernel;
    times->user = seen.user;
    return STATUS_SUCCESS;
}
