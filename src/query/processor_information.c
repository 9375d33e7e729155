/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "processor_memory.h"
#include "query.h"
#include "../protocol/maximum.h"

/* The parts first, and then the whole, which holds them. */
static void never_back(struct nt_processor_times *last, struct nt_processor_times *times)
{
    ULONG64 parts;

    times->idle = atomic_maximum(&last->idle, times->idle);
    times->user = atomic_maximum(&last->user, times->user);
    times->dpc = atomic_maximum(&last->dpc, times->dpc);
    times->interrupt = atomic_maximum(&last->interrupt, times->interrupt);
    parts = times->idle + times->dpc + times->interrupt;
    times->kernel = atomic_maximum(&last->kernel, times->kernel > parts ? times->kernel : parts);
}

NTSTATUS query_processor_times(USHORT group, ULONG count, struct nt_processor_times *times)
{
    static struct nt_processor_times last[NT_MOST_PROCESSORS];
    const CYCLETIME_QUESTION question = CYCLETIME_QUESTION_PROCESSOR_TIMES;
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    const struct source *source;
    const struct answer *answer;
    ULONG i;

    if (!is_remembered(group, count)) return STATUS_NOT_SUPPORTED;
    for (source = choose(question); source && status == STATUS_NOT_SUPPORTED; source = choose_next(source, question)) {
        answer = &source->answers[question];
        status = answer->counted_times_of_group ? answer->counted_times_of_group(group, count, times)
                                                : answer->times_of_group(group, count, times);
    }
    for (i = 0; i < count && NT_SUCCESS(status); i++) never_back(&last[remembered(group, i)], &times[i]);
    return status;
}

NTSTATUS query_processor_dpcs(USHORT group, ULONG count, ULONG *dpcs)
{
    const struct source *source = choose(CYCLETIME_QUESTION_PROCESSOR_TIMES);
    const struct answer *answer = source ? &source->answers[CYCLETIME_QUESTION_PROCESSOR_TIMES] : NULL;
    ULONG i;

    if (answer && answer->dpcs_of_group && NT_SUCCESS(answer->dpcs_of_group(group, count, dpcs))) return STATUS_SUCCESS;
    if (!nt_is_wine()) return STATUS_NOT_SUPPORTED;
    for (i = 0; i < count; i++) dpcs[i] = 0;
    return STATUS_SUCCESS;
}

NTSTATUS query_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle)
{
    static struct {
        ULONG64 idle, c1, c2, c3;
    } last[NT_MOST_PROCESSORS];
    const struct source *source = choose(CYCLETIME_QUESTION_IDLE_STATES);
    NTSTATUS status;
    ULONG i;

    if (!is_remembered(group, count)) return STATUS_NOT_SUPPORTED;
    if (!source || !source->answers[CYCLETIME_QUESTION_IDLE_STATES].idle_of_group) return STATUS_NOT_SUPPORTED;
    status = source->answers[CYCLETIME_QUESTION_IDLE_STATES].idle_of_group(group, count, idle);
    for (i = 0; i < count && NT_SUCCESS(status); i++) {
        idle[i].idle = atomic_maximum(&last[remembered(group, i)].idle, idle[i].idle);
        idle[i].c1 = atomic_maximum(&last[remembered(group, i)].c1, idle[i].c1);
        idle[i].c2 = atomic_maximum(&last[remembered(group, i)].c2, idle[i].c2);
        idle[i].c3 = atomic_maximum(&last[remembered(group, i)].c3, idle[i].c3);
    }
    return status;
}

NTSTATUS query_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count)
{
    const struct source *source = choose(CYCLETIME_QUESTION_IDLE_STATES);

    if (!source || !source->answers[CYCLETIME_QUESTION_IDLE_STATES].idle_states) return STATUS_NOT_SUPPORTED;
    return source->answers[CYCLETIME_QUESTION_IDLE_STATES].idle_states(group, number, room, states, count);
}
