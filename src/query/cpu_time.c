/* SPDX-License-Identifier: MIT */
#include "cpu_time.h"
#include "cycle_rate.h"

static const struct source *const sources[] = { &source_nt_counters, &source_nt_times };

/* The first that works on this system; a question stays with it. */
static const struct cpu_time_source *choose(struct cpu_time_question *question)
{
    const struct cpu_time_source *source = __atomic_load_n(&question->chosen, __ATOMIC_ACQUIRE);
    SIZE_T i;

    for (i = 0; !source && i < ARRAYSIZE(sources); i++) {
        source = (const struct cpu_time_source *)((const BYTE *)sources[i] + question->member);
        if (!source->ask || (source->works && !source->works())) source = NULL;
    }
    __atomic_store_n(&question->chosen, source, __ATOMIC_RELEASE);
    return source;
}

static ULONG64 creation(enum subject subject, HANDLE handle)
{
    const struct cpu_time_source *times =
        subject == SUBJECT_THREAD ? &source_nt_times.thread_times : &source_nt_times.process_times;
    struct cpu_time seen = { 0 };

    return NT_SUCCESS(times->ask(handle, &seen)) ? seen.creation : 0;
}

static NTSTATUS ask(struct cpu_time_question *question, HANDLE handle, struct cpu_time *seen)
{
    const struct cpu_time_source *source = choose(question);
    NTSTATUS status = source ? source->ask(handle, seen) : STATUS_NOT_SUPPORTED;

    if (!NT_SUCCESS(status)) return status;
    if (question->wanted == CPU_TIME_CYCLES && seen->known == CPU_TIME_TIMES && cycle_rate()) {
        seen->cycles = cycles_from_100ns(seen->kernel + seen->user);
        seen->known |= CPU_TIME_CYCLES;
    }
    /* A counter comes without the creation time. It is asked only where it decides: when a thread or process is first
       seen, and at a step back, which may be a reused id. */
    if (!seen->creation && last_answer_follows(question->subject, seen)) return status;
    if (!seen->creation) seen->creation = creation(question->subject, handle);
    last_answer_raise(question->subject, seen);
    return status;
}

NTSTATUS query_cycles(struct cpu_time_question *question, HANDLE handle, ULONG64 *cycles)
{
    struct cpu_time seen = { 0 };
    NTSTATUS status = ask(question, handle, &seen);

    if (!NT_SUCCESS(status)) return status;
    if (!(seen.known & CPU_TIME_CYCLES)) return STATUS_NOT_SUPPORTED;
    *cycles = seen.cycles;
    return STATUS_SUCCESS;
}

NTSTATUS query_times(struct cpu_time_question *question, HANDLE handle, struct nt_times *times)
{
    struct cpu_time seen = { 0 };
    NTSTATUS status = ask(question, handle, &seen);

    if (!NT_SUCCESS(status)) return status;
    times->creation = seen.creation;
    times->exit = seen.exit;
    times->kernel = seen.kernel;
    times->user = seen.user;
    return STATUS_SUCCESS;
}
