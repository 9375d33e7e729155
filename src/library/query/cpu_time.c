/* SPDX-License-Identifier: MIT */
/* Threads, processes and their descendants: answers that never step back, whatever the source. */
#include "library/query/cpu_time.h"
#include "library/query/query.h"

ULONG own_times_generation;

/* Called before a source is asked about any thread: a later answer is never smaller than one that the snapshot gave. */
static void own_times_remember(void)
{
    const struct thread_clock_snapshot *snapshot = own_snapshot();
    const struct thread_split *split;
    struct cpu_time reported;

    if (!snapshot) return;
    split = own_snapshot_split(snapshot);
    if (!own_times_are_ours(split) || split->returned < split->kernel) return;
    reported = (struct cpu_time){ .id = GetCurrentThreadId(),
                                  .creation = split->creation,
                                  .returned_kernel = split->kernel,
                                  .returned_user = split->returned - split->kernel };
    monotonic_cache_update(SUBJECT_THREAD, &reported);
}

/* Cycles that the source did not report are derived from its times. */
static void derive_cycles(struct cpu_time *seen)
{
    if (seen->known != CPU_TIME_TIMES || !query_tsc_rate()) return;
    seen->cycles = cycles_from_100ns(seen->kernel + seen->user);
    seen->known |= CPU_TIME_CYCLES;
}

/* Asks one source after the other, since a source may know only some threads and processes. The next one gets the identity
   that the system reported to the one before, and need not ask for it again. */
NTSTATUS query_cpu_time(CYCLETIME_QUESTION question, HANDLE handle, struct cpu_time *seen)
{
    const BOOLEAN is_thread = question == CYCLETIME_QUESTION_THREAD_CYCLES || question == CYCLETIME_QUESTION_THREAD_TIMES;
    const CYCLETIME_QUESTION dates = is_thread ? CYCLETIME_QUESTION_THREAD_TIMES : CYCLETIME_QUESTION_PROCESS_TIMES;
    const enum subject subject = is_thread ? SUBJECT_THREAD : SUBJECT_PROCESS;
    const struct source *source = choose_source(question);
    struct cpu_time dated = { 0 };
    NTSTATUS status = STATUS_NOT_SUPPORTED;

    if (source == &source_unixlib && question == CYCLETIME_QUESTION_THREAD_CYCLES && handle == NT_CURRENT_THREAD
        && NT_SUCCESS(unixlib_own_thread_cycles(&seen->cycles)))
        return STATUS_SUCCESS;
    if (source == &source_unixlib && question == CYCLETIME_QUESTION_PROCESS_CYCLES && handle == NT_CURRENT_PROCESS
        && nt_unixlib_call(UNIXLIB_CALL_PROCESS_CYCLES, &seen->cycles) == UNIXLIB_DONE
        && monotonic_cache_own_process(&seen->cycles))
        return STATUS_SUCCESS;

    *seen = (struct cpu_time){ 0 };
    for (; source && status == STATUS_NOT_SUPPORTED; source = choose_next_source(source, question)) {
        *seen = (struct cpu_time){ .id = seen->id, .creation = seen->creation, .exit = seen->exit };
        status = source->answers[question].of_handle(handle, seen);
    }
    if (!NT_SUCCESS(status)) return status;
    if (sources_count_cycles(question)) derive_cycles(seen);
    /* The cycle count comes without the creation time, for which the system is asked only where it decides: when a thread
       or process is first seen, and at a smaller count, which may mean that the id was reused. */
    if (seen->creation || !monotonic_cache_continues(subject, seen)) {
        if (!seen->creation && NT_SUCCESS(source_nt_times.answers[dates].of_handle(handle, &dated)))
            seen->creation = dated.creation;
        monotonic_cache_update(subject, seen);
    }
    return sources_count_cycles(question) && !(seen->known & CPU_TIME_CYCLES) ? STATUS_NOT_SUPPORTED : STATUS_SUCCESS;
}

/* If the thread is moved to another processor while it stores its split, its snapshot is synchronised there, and `next` is
   no longer the tsc of the snapshot. */
NTSTATUS query_thread_times_of_source(HANDLE thread, struct nt_times *times)
{
    const ULONG turn = __atomic_load_n(&own_times_generation, __ATOMIC_ACQUIRE);
    const struct thread_clock_snapshot *snapshot;
    volatile struct thread_split *split;
    struct cpu_time seen;
    NTSTATUS status;

    own_times_remember();
    status = query_cpu_time(CYCLETIME_QUESTION_THREAD_TIMES, thread, &seen);
    if (NT_SUCCESS(status)) *times = (struct nt_times){ seen.creation, seen.exit, seen.kernel, seen.user };
    if (thread != NT_CURRENT_THREAD) {
        __atomic_fetch_add(&own_times_generation, 1, __ATOMIC_RELEASE);
        return status;
    }
    snapshot = own_snapshot();
    if (!NT_SUCCESS(status) || !snapshot) return status;
    quick_time_open();
    split = own_snapshot_split(snapshot);
    split->tsc = 0;
    split->creation = times->creation;
    split->kernel = times->kernel;
    split->total = times->kernel + times->user;
    split->returned = times->kernel + times->user;
    split->turn = turn;
    split->owner = (ULONG_PTR)&own_times_generation;
    split->tsc = split->next;
    return status;
}

NTSTATUS query_process_times(HANDLE process, struct nt_times *times)
{
    struct cpu_time seen;
    const NTSTATUS status = query_cpu_time(CYCLETIME_QUESTION_PROCESS_TIMES, process, &seen);

    if (NT_SUCCESS(status)) *times = (struct nt_times){ seen.creation, seen.exit, seen.kernel, seen.user };
    return status;
}

NTSTATUS query_thread_information(HANDLE thread, struct thread_information *information)
{
    struct thread_information found;
    NTSTATUS status;

    if (!unixlib_answers(CYCLETIME_QUESTION_THREAD_TIMES)) return STATUS_NOT_SUPPORTED;
    status = nt_thread_basics(thread, &found.basics);
    if (!NT_SUCCESS(status)) return status;
    status = query_thread_times(thread, &found.times);
    if (!NT_SUCCESS(status)) return status;
    status = unixlib_thread_scheduling(&found.basics.identity, &found.times, &found.scheduling);
    if (NT_SUCCESS(status)) *information = found;
    return status;
}

NTSTATUS query_process_cycles(HANDLE process, ULONG64 *cycles)
{
    struct cpu_time seen;
    const NTSTATUS status = query_cpu_time(CYCLETIME_QUESTION_PROCESS_CYCLES, process, &seen);

    if (NT_SUCCESS(status)) *cycles = seen.cycles;
    return status;
}

NTSTATUS query_ended_peak_memory(HANDLE process, ULONG64 *peak)
{
    struct nt_times times;
    NTSTATUS status = nt_process_times(process, &times);

    if (!NT_SUCCESS(status)) return status;
    if (!times.exit) return STATUS_NOT_SUPPORTED;
    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESS_TIMES)
        || !NT_SUCCESS(unixlib_ended_peak_memory(process, times.creation, peak)))
        *peak = 0;
    return STATUS_SUCCESS;
}

NTSTATUS query_descendant_times(HANDLE process, ULONG64 *kernel, ULONG64 *user)
{
    struct unixlib_descendants reported = { 0 };
    struct cpu_time seen = { 0 };
    struct nt_times times;
    NTSTATUS status;

    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESS_TIMES)) return STATUS_NOT_SUPPORTED;
    status = nt_process_id(process, &seen.id);
    if (NT_SUCCESS(status)) status = nt_process_times(process, &times);
    if (!NT_SUCCESS(status)) return status;
    reported.id = seen.id;
    reported.creation = seen.creation = times.creation;
    if (nt_unixlib_call(UNIXLIB_CALL_DESCENDANTS, &reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    put_times(&seen, reported.total, reported.kernel);
    monotonic_cache_update(SUBJECT_DESCENDANTS, &seen);
    *kernel = seen.kernel;
    *user = seen.user;
    return STATUS_SUCCESS;
}

/* SEEN is the unixlib's answer, NULL: it has none. What is put is never less than an earlier answer; a field that no source
   knows is left as it was. Cycles that neither the list nor the unixlib has are derived from the times, and not counted. */
static void put_listed_times(enum subject subject, struct cpu_time *seen, struct nt_times *times, ULONG64 *cycles,
                             BOOLEAN *is_counted)
{
    if (seen && seen->known) {
        derive_cycles(seen);
        monotonic_cache_update(subject, seen);
        times->kernel = seen->kernel;
        times->user = seen->user;
        *cycles = seen->cycles;
    }
    *is_counted = *cycles != 0;
    if (!*is_counted && query_tsc_rate()) *cycles = cycles_from_100ns(times->kernel + times->user);
}

void query_listed_process(struct nt_listed_process *process, struct nt_listed_thread *threads)
{
    const BOOLEAN is_own = process->id == GetCurrentProcessId();
    struct cpu_time all = {
        .id = process->id, .creation = process->times.creation, .kernel = process->times.kernel, .user = process->times.user
    };
    struct cpu_time *seen = NULL;
    BOOLEAN is_known = FALSE;
    ULONG i;

    for (i = 0; i < process->threads; i++) nt_process_list_thread(process, i, &threads[i]);
    if (unixlib_answers(CYCLETIME_QUESTION_PROCESS_TIMES)) seen = nt_allocate((process->threads + 1) * sizeof *seen);
    if (seen) {
        if (is_own) own_times_remember();
        for (i = 0; i < process->threads; i++)
            seen[i] = (struct cpu_time){ .id = threads[i].id,
                                         .creation = threads[i].times.creation,
                                         .kernel = threads[i].times.kernel,
                                         .user = threads[i].times.user };
        is_known = NT_SUCCESS(unixlib_listed_process(&all, process->threads, seen));
    }
    put_listed_times(SUBJECT_PROCESS, is_known ? &all : NULL, &process->times, &process->cycles, &process->is_counted);
    for (i = 0; i < process->threads; i++) {
        put_listed_times(SUBJECT_THREAD, is_known ? &seen[i] : NULL, &threads[i].times, &threads[i].cycles,
                         &threads[i].is_counted);
        if (is_known && seen[i].scheduling.state) threads[i].scheduling = seen[i].scheduling;
    }
    if (seen && is_own) __atomic_fetch_add(&own_times_generation, 1, __ATOMIC_RELEASE);
    nt_release(seen);
}

void query_process_list(struct nt_process_list *list)
{
    struct nt_listed_thread *threads = nt_allocate((nt_process_list_most_threads(*list) + 1) * sizeof *threads);
    struct nt_listed_process process;

    if (!threads) return;
    while (nt_process_list_next(list, &process)) {
        query_listed_process(&process, threads);
        nt_process_list_put(&process, threads);
    }
    nt_release(threads);
}
