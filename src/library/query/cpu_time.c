/* SPDX-License-Identifier: MIT */
/* Threads, processes and their descendants: answers that never step back, whatever the source. */
#include "library/query/cpu_time.h"
#include "library/query/sources.h"
#include "library/query/tsc_rate.h"
#include "library/source/own_snapshot.h"
#include "library/source/unixlib.h"
#include "library/source/unixlib_processes.h"
#include "library/query/query.h"

ULONG own_times_turn;

/* This is called before a source is asked about any thread: a later answer is never smaller than one that the snapshot
   gave. */
static void own_times_remember(void)
{
    const struct thread_clock_snapshot *snapshot = own_snapshot();
    const struct thread_split *split;
    struct cpu_time reported = { .id = 0 };

    if (!snapshot) return;
    split = own_snapshot_split(snapshot);
    if (!own_times_are_ours(split) || split->returned < split->kernel) return;
    reported.id = nt_own_thread_id();
    reported.creation = split->creation;
    reported.kernel = split->kernel;
    reported.user = split->returned - split->kernel;
    monotonic_cache_store(SUBJECT_THREAD, &reported);
}

static void store_split_part(uint64_t *to, uint64_t value)
{
    *(volatile uint64_t *)to = value;
}

/* If the thread is moved to another processor while it stores these, its snapshot is synchronised there, and NEXT is no
   longer the tsc of the snapshot. */
static void own_times_keep(const struct nt_times *times, ULONG turn)
{
    struct thread_clock_snapshot *snapshot = own_snapshot();
    struct thread_split *split;

    if (!snapshot) return;
    split = own_snapshot_split(snapshot);
    quick_time_open();
    store_split_part(&split->tsc, 0);
    store_split_part(&split->creation, times->creation);
    store_split_part(&split->kernel, times->kernel);
    store_split_part(&split->total, times->kernel + times->user);
    store_split_part(&split->returned, times->kernel + times->user);
    store_split_part(&split->turn, turn);
    store_split_part(&split->owner, (ULONG_PTR)&own_times_turn);
    store_split_part(&split->tsc, split->next);
}

/* The cycle count comes without the creation time, for which the system is asked only where it decides: when a thread or
   process is first seen, and at a smaller count, which may mean that the id was reused. */
static void remember_times(BOOLEAN is_thread, HANDLE handle, struct cpu_time *seen)
{
    const CYCLETIME_QUESTION dates = is_thread ? CYCLETIME_QUESTION_THREAD_TIMES : CYCLETIME_QUESTION_PROCESS_TIMES;
    const enum subject subject = is_thread ? SUBJECT_THREAD : SUBJECT_PROCESS;
    struct cpu_time dated = { 0 };

    if (!seen->creation) {
        if (monotonic_cache_continues(subject, seen)) return;
        if (NT_SUCCESS(source_nt_times.answers[dates].of_handle(handle, &dated))) seen->creation = dated.creation;
    }
    monotonic_cache_update(subject, seen);
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
    const struct source *source = choose_source(question);
    NTSTATUS status = STATUS_NOT_SUPPORTED;

    if (source == &source_unixlib && question == CYCLETIME_QUESTION_THREAD_CYCLES && handle == NT_CURRENT_THREAD
        && NT_SUCCESS(unixlib_own_thread_cycles(&seen->cycles)))
        return STATUS_SUCCESS;
    if (source == &source_unixlib && question == CYCLETIME_QUESTION_PROCESS_CYCLES && handle == NT_CURRENT_PROCESS
        && NT_SUCCESS(unixlib_own_process_cycles(&seen->cycles)) && monotonic_cache_own_process(&seen->cycles))
        return STATUS_SUCCESS;

    *seen = (struct cpu_time){ 0 };
    for (; source && status == STATUS_NOT_SUPPORTED; source = choose_next(source, question)) {
        *seen = (struct cpu_time){ .id = seen->id, .creation = seen->creation, .exit = seen->exit };
        status = source->answers[question].of_handle(handle, seen);
    }
    if (!NT_SUCCESS(status)) return status;
    if (is_in_cycles(question)) derive_cycles(seen);
    remember_times(is_thread, handle, seen);
    return is_in_cycles(question) && !(seen->known & CPU_TIME_CYCLES) ? STATUS_NOT_SUPPORTED : STATUS_SUCCESS;
}

static NTSTATUS query_times_of_source(CYCLETIME_QUESTION question, HANDLE handle, struct nt_times *times)
{
    struct cpu_time seen;
    const NTSTATUS status = query_cpu_time(question, handle, &seen);

    if (NT_SUCCESS(status)) *times = (struct nt_times){ seen.creation, seen.exit, seen.kernel, seen.user };
    return status;
}

NTSTATUS query_thread_times_of_source(HANDLE thread, struct nt_times *times)
{
    const ULONG turn = __atomic_load_n(&own_times_turn, __ATOMIC_ACQUIRE);
    NTSTATUS status;

    own_times_remember();
    status = query_times_of_source(CYCLETIME_QUESTION_THREAD_TIMES, thread, times);
    if (thread != NT_CURRENT_THREAD) __atomic_fetch_add(&own_times_turn, 1, __ATOMIC_RELEASE);
    else if (NT_SUCCESS(status)) own_times_keep(times, turn);
    return status;
}

NTSTATUS query_process_times(HANDLE process, struct nt_times *times)
{
    return query_times_of_source(CYCLETIME_QUESTION_PROCESS_TIMES, process, times);
}

BOOLEAN query_knows_scheduling(void)
{
    return unixlib_answers(CYCLETIME_QUESTION_THREAD_TIMES);
}

NTSTATUS query_thread_information(HANDLE thread, struct thread_information *information)
{
    struct thread_information found;
    NTSTATUS status;

    if (!query_knows_scheduling()) return STATUS_NOT_SUPPORTED;
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
    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESS_TIMES) || !NT_SUCCESS(unixlib_peak_memory(process, peak))) *peak = 0;
    return STATUS_SUCCESS;
}

NTSTATUS query_descendant_times(HANDLE process, ULONG64 *kernel, ULONG64 *user)
{
    struct cpu_time seen = { 0 };
    NTSTATUS status;

    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESS_TIMES)) return STATUS_NOT_SUPPORTED;
    status = unixlib_descendant_times(process, &seen);
    if (!NT_SUCCESS(status)) return status;
    monotonic_cache_update(SUBJECT_DESCENDANTS, &seen);
    *kernel = seen.kernel;
    *user = seen.user;
    return STATUS_SUCCESS;
}

static struct cpu_time listed_cpu_time(ULONG id, const struct nt_times *times)
{
    return (struct cpu_time){ .id = id, .creation = times->creation, .kernel = times->kernel, .user = times->user };
}

/* The answer is never less than an earlier one; a field that no source knows is left as it was. */
static void update_listed_times(enum subject subject, struct cpu_time *seen, struct nt_times *times, ULONG64 *cycles)
{
    if (!seen->known) return;
    derive_cycles(seen);
    monotonic_cache_update(subject, seen);
    times->kernel = seen->kernel;
    times->user = seen->user;
    *cycles = seen->cycles;
}

/* Cycles that neither the list nor the unixlib has are derived from the times. Sets `*is_counted` if one of both has. */
static void derive_listed_cycles(const struct nt_times *times, ULONG64 *cycles, BOOLEAN *is_counted)
{
    *is_counted = *cycles != 0;
    if (!*is_counted && query_tsc_rate()) *cycles = cycles_from_100ns(times->kernel + times->user);
}

void query_listed_process(struct nt_listed_process *process, struct nt_listed_thread *threads)
{
    const BOOLEAN is_own = process->id == nt_own_process_id();
    struct cpu_time all = listed_cpu_time(process->id, &process->times), *seen = NULL;
    ULONG i;

    if (unixlib_answers(CYCLETIME_QUESTION_PROCESS_TIMES)) seen = nt_allocate((process->threads + 1) * sizeof *seen);
    for (i = 0; i < process->threads; i++) nt_process_list_thread(process, i, &threads[i]);
    if (seen) {
        if (is_own) own_times_remember();
        for (i = 0; i < process->threads; i++) seen[i] = listed_cpu_time(threads[i].id, &threads[i].times);
        if (NT_SUCCESS(unixlib_listed_process(&all, process->threads, seen))) {
            update_listed_times(SUBJECT_PROCESS, &all, &process->times, &process->cycles);
            for (i = 0; i < process->threads; i++) {
                update_listed_times(SUBJECT_THREAD, &seen[i], &threads[i].times, &threads[i].cycles);
                if (seen[i].scheduling.state) threads[i].scheduling = seen[i].scheduling;
            }
        }
        if (is_own) __atomic_fetch_add(&own_times_turn, 1, __ATOMIC_RELEASE);
        nt_release(seen);
    }
    derive_listed_cycles(&process->times, &process->cycles, &process->is_counted);
    for (i = 0; i < process->threads; i++)
        derive_listed_cycles(&threads[i].times, &threads[i].cycles, &threads[i].is_counted);
}

void query_process_list(struct nt_process_list *list)
{
    struct nt_listed_thread *threads = nt_allocate((nt_process_list_most_threads(*list) + 1) * sizeof *threads);
    struct nt_listed_process process;
    ULONG i;

    if (!threads) return;
    while (nt_process_list_next(list, &process)) {
        query_listed_process(&process, threads);
        nt_process_list_put(&process);
        for (i = 0; i < process.threads; i++) nt_process_list_put_thread(&process, i, &threads[i]);
    }
    nt_release(threads);
}
