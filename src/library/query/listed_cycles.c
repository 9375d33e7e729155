/* SPDX-License-Identifier: MIT */
#include "library/query/choose.h"
#include "library/query/tsc_rate.h"
#include "library/query/monotonic_cache.h"
#include "library/query/query.h"

static struct cpu_time listed_cpu_time(ULONG id, const struct nt_times *times)
{
    return (struct cpu_time){ .id = id, .creation = times->creation, .kernel = times->kernel, .user = times->user };
}

/* The answer is never less than an earlier one; a field that no source knows is left as it was. */
static void update_listed_times(enum subject subject, struct cpu_time *seen, struct nt_times *times, ULONG64 *cycles)
{
    if (!seen->known) return;
    if (!(seen->known & CPU_TIME_CYCLES) && query_tsc_rate()) {
        seen->cycles = cycles_from_100ns(seen->kernel + seen->user);
        seen->known |= CPU_TIME_CYCLES;
    }
    monotonic_cache_update(subject, seen);
    times->kernel = seen->kernel;
    times->user = seen->user;
    *cycles = seen->cycles;
}

/* SEEN has room for all threads of the process. */
static void refine_process_times(const struct answer *answer, struct nt_listed_process *process,
                                 struct nt_listed_thread *threads, struct cpu_time *seen)
{
    struct cpu_time all = listed_cpu_time(process->id, &process->times);
    ULONG i;

    for (i = 0; i < process->threads; i++) seen[i] = listed_cpu_time(threads[i].id, &threads[i].times);
    if (!NT_SUCCESS(answer->of_listed(&all, process->threads, seen))) return;
    update_listed_times(SUBJECT_PROCESS, &all, &process->times, &process->cycles);
    for (i = 0; i < process->threads; i++) {
        update_listed_times(SUBJECT_THREAD, &seen[i], &threads[i].times, &threads[i].cycles);
        if (seen[i].scheduling.state) threads[i].scheduling = seen[i].scheduling;
    }
}

/* The cycles are the count in the list, or else are derived from the times. */
static void derive_process_cycles(struct nt_listed_process *process, struct nt_listed_thread *threads)
{
    ULONG i;

    if (!query_tsc_rate()) return;
    if (!process->cycles) process->cycles = cycles_from_100ns(process->times.kernel + process->times.user);
    for (i = 0; i < process->threads; i++)
        if (!threads[i].cycles) threads[i].cycles = cycles_from_100ns(threads[i].times.kernel + threads[i].times.user);
}

void query_listed_process(struct nt_listed_process *process, struct nt_listed_thread *threads)
{
    const struct answer *answer = choose_answer(CYCLETIME_QUESTION_PROCESS_TIMES);
    const BOOLEAN is_own = process->id == nt_own_process_id();
    struct cpu_time *seen = answer && answer->of_listed ? nt_allocate((process->threads + 1) * sizeof *seen) : NULL;
    ULONG i;

    for (i = 0; i < process->threads; i++) nt_process_list_thread(process, i, &threads[i]);
    if (seen) {
        if (is_own) own_times_remember();
        refine_process_times(answer, process, threads, seen);
        if (is_own) own_times_move_on();
        nt_release(seen);
    }
    derive_process_cycles(process, threads);
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
