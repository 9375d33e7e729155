/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "cycle_rate.h"
#include "last_answer.h"
#include "query.h"

static void refine(enum subject subject, CYCLETIME_QUESTION question, ULONG id, struct nt_times *times, ULONG64 *cycles)
{
    struct cpu_time seen = { .kernel = times->kernel, .user = times->user };
    const struct source *source = choose(question);

    if (!source || !source->answers[question].of_listed) return;
    if (!NT_SUCCESS(source->answers[question].of_listed(id, times->creation, &seen))) return;
    if (!(seen.known & CPU_TIME_CYCLES) && cycle_rate()) {
        seen.cycles = cycles_from_100ns(seen.kernel + seen.user);
        seen.known |= CPU_TIME_CYCLES;
    }
    seen.id = id;
    seen.creation = times->creation;
    last_answer_update(subject, &seen);
    times->kernel = seen.kernel;
    times->user = seen.user;
    *cycles = seen.cycles;
}

void query_listed_process(struct nt_listed_process *process)
{
    refine(SUBJECT_PROCESS, CycletimeProcessTimes, process->id, &process->times, &process->cycles);
}

void query_listed_thread(struct nt_listed_thread *thread)
{
    own_times_remember();
    refine(SUBJECT_THREAD, CycletimeThreadTimes, thread->id, &thread->times, &thread->cycles);
    own_times_move_on();
}

ULONG64 query_listed_cycles(ULONG64 count, const struct nt_times *times)
{
    if (count) return count;
    return cycle_rate() ? cycles_from_100ns(times->kernel + times->user) : 0;
}
