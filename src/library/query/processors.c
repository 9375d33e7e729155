/* SPDX-License-Identifier: MIT */
/* Queries about each processor, and about all together. Tables of NT_MOST_PROCESSORS keep the last answers. */
#include "library/query/query.h"
#include "library/query/tsc_rate.h"
#include "library/source/unixlib.h"
#include "protocol/arithmetic.h"

/* Finds the place of a group's first processor in the tables; FALSE: they have no room for the group. A group has up to 64
   processors; a larger group is the only one. */
static BOOLEAN find_first_index(USHORT group, ULONG count, ULONG *first)
{
    *first = group * 64u;
    return group < NT_MOST_GROUPS && count <= (group ? 64 : NT_MOST_PROCESSORS);
}

/* A source that has no cycles reports times, from which they are derived. */
NTSTATUS query_processor_cycles(CYCLETIME_QUESTION question, USHORT group, ULONG count, ULONG64 *cycles)
{
    static ULONG64 idle[NT_MOST_PROCESSORS], system[NT_MOST_PROCESSORS];
    const BOOLEAN is_idle = question == CYCLETIME_QUESTION_IDLE_CYCLES;
    ULONG64 *const last = is_idle ? idle : system;
    struct nt_processor_times *times;
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    const struct source *source;
    const struct answer *answer;
    ULONG first, i;

    if (!find_first_index(group, count, &first)) return STATUS_NOT_SUPPORTED;
    for (source = choose_source(question); source && status == STATUS_NOT_SUPPORTED;
         source = choose_next_source(source, question)) {
        answer = &source->answers[question];
        if (answer->cycles_of_group) status = answer->cycles_of_group(question, group, count, cycles);
        else if (query_tsc_rate()) {
            times = nt_allocate(count * sizeof *times);
            if (!times) return STATUS_NO_MEMORY;
            status = answer->times_of_group(group, count, UNIXLIB_COUNTED_NOTHING, times);
            for (i = 0; i < count && NT_SUCCESS(status); i++)
                cycles[i] = cycles_from_100ns(is_idle ? times[i].idle : times[i].dpc + times[i].interrupt);
            nt_release(times);
        }
    }
    for (i = 0; i < count && NT_SUCCESS(status); i++) cycles[i] = atomic_maximum(&last[first + i], cycles[i]);
    return status;
}

/* The parts are raised first, and then the whole, which contains them. */
static void keep_monotonic(struct nt_processor_times *last, struct nt_processor_times *times)
{
    ULONG64 parts;

    times->idle = atomic_maximum(&last->idle, times->idle);
    times->user = atomic_maximum(&last->user, times->user);
    times->dpc = atomic_maximum(&last->dpc, times->dpc);
    times->interrupt = atomic_maximum(&last->interrupt, times->interrupt);
    parts = times->idle + times->dpc + times->interrupt;
    times->kernel = atomic_maximum(&last->kernel, times->kernel > parts ? times->kernel : parts);
}

NTSTATUS query_processor_times(USHORT group, ULONG count, PVOID elements)
{
    static struct nt_processor_times last[NT_MOST_PROCESSORS];
    const CYCLETIME_QUESTION question = CYCLETIME_QUESTION_PROCESSOR_TIMES;
    struct nt_processor_times *const times = elements;
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    const struct source *source;
    ULONG first, i;

    if (!find_first_index(group, count, &first)) return STATUS_NOT_SUPPORTED;
    for (source = choose_source(question); source && status == STATUS_NOT_SUPPORTED;
         source = choose_next_source(source, question))
        status = source->answers[question].times_of_group(group, count, UNIXLIB_COUNTED_INTERRUPTS, times);
    for (i = 0; i < count && NT_SUCCESS(status); i++) keep_monotonic(&last[first + i], &times[i]);
    return status;
}

NTSTATUS query_processor_frequencies(USHORT group, ULONG count, PVOID elements)
{
    struct unixlib_frequencies *reported;
    ULONG first;
    NTSTATUS status;

    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESSOR_TIMES)) return STATUS_NOT_SUPPORTED;
    status = nt_first_processor(group, &first);
    if (!NT_SUCCESS(status)) return status;
    if (count > NT_MOST_PROCESSORS) return STATUS_NOT_SUPPORTED;
    reported = nt_allocate(sizeof *reported + count * sizeof reported->of[0]);
    if (!reported) return STATUS_NO_MEMORY;
    *reported = (struct unixlib_frequencies){ .first = first, .count = count };
    if (nt_unixlib_call(UNIXLIB_CALL_FREQUENCIES, reported) != UNIXLIB_DONE) status = STATUS_NOT_SUPPORTED;
    if (NT_SUCCESS(status)) memcpy(elements, reported->of, count * sizeof reported->of[0]);
    nt_release(reported);
    return status;
}

NTSTATUS query_system_counts(struct unixlib_system *counts)
{
    struct unixlib_system reported;

    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESSOR_TIMES)) return STATUS_NOT_SUPPORTED;
    if (nt_unixlib_call(UNIXLIB_CALL_SYSTEM, &reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    *counts = reported;
    return STATUS_SUCCESS;
}

/* Linux's softirqs are what Windows calls DPCs. */
NTSTATUS query_processor_dpcs(USHORT group, ULONG count, PVOID elements)
{
    struct nt_processor_times *times;
    ULONG *const dpcs = elements;
    NTSTATUS status;
    ULONG i;

    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESSOR_TIMES)) return STATUS_NOT_SUPPORTED;
    times = nt_allocate(count * sizeof *times);
    if (!times) return STATUS_NO_MEMORY;
    status = unixlib_processor_times(group, count, UNIXLIB_COUNTED_SOFTIRQS, times);
    for (i = 0; i < count && NT_SUCCESS(status); i++) dpcs[i] = times[i].interrupts;
    nt_release(times);
    return status;
}

NTSTATUS query_processor_idle(USHORT group, ULONG count, PVOID elements)
{
    static struct nt_processor_idle last[NT_MOST_PROCESSORS];
    const struct source *source = choose_source(CYCLETIME_QUESTION_IDLE_STATES);
    struct nt_processor_idle *const idle = elements, *known;
    NTSTATUS status;
    ULONG first, i;

    if (!find_first_index(group, count, &first) || !source) return STATUS_NOT_SUPPORTED;
    status = source->answers[CYCLETIME_QUESTION_IDLE_STATES].idle_of_group(group, count, idle);
    for (i = 0; i < count && NT_SUCCESS(status); i++) {
        known = &last[first + i];
        idle[i].idle = atomic_maximum(&known->idle, idle[i].idle);
        idle[i].c1 = atomic_maximum(&known->c1, idle[i].c1);
        idle[i].c2 = atomic_maximum(&known->c2, idle[i].c2);
        idle[i].c3 = atomic_maximum(&known->c3, idle[i].c3);
    }
    return status;
}

NTSTATUS query_idle_states(USHORT group, BYTE number, ULONG room, struct unixlib_idle_state *states, ULONG *count)
{
    struct unixlib_idle_state_count found;
    struct nt_groups groups;
    ULONG first, i;
    NTSTATUS status = nt_groups(&groups);

    if (!NT_SUCCESS(status)) return status;
    if (group >= groups.count || number >= groups.processors[group]) return STATUS_INVALID_PARAMETER;
    if (!unixlib_answers(CYCLETIME_QUESTION_IDLE_STATES)) return STATUS_NOT_SUPPORTED;
    status = nt_first_processor(group, &first);
    if (!NT_SUCCESS(status)) return status;
    found = (struct unixlib_idle_state_count){ .processor = first + number };
    if (nt_unixlib_call(UNIXLIB_CALL_IDLE_STATE_COUNT, &found) != UNIXLIB_DONE || found.count > room)
        return STATUS_NOT_SUPPORTED;
    for (i = 0; i < found.count; i++) {
        states[i] = (struct unixlib_idle_state){ .processor = found.processor, .index = i };
        if (nt_unixlib_call(UNIXLIB_CALL_IDLE_STATE, &states[i]) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    }
    *count = found.count;
    return STATUS_SUCCESS;
}

static NTSTATUS sum_groups(const struct source *source, const struct nt_groups *groups, struct nt_processor_times *all)
{
    struct nt_processor_times *times;
    NTSTATUS status = STATUS_SUCCESS;
    USHORT group;
    ULONG i;

    *all = (struct nt_processor_times){ 0 };
    for (group = 0; group < groups->count && NT_SUCCESS(status); group++) {
        times = nt_allocate(groups->processors[group] * sizeof *times);
        if (!times) return STATUS_NO_MEMORY;
        status = source->answers[CYCLETIME_QUESTION_PROCESSOR_TIMES].times_of_group(group, groups->processors[group],
                                                                                    UNIXLIB_COUNTED_NOTHING, times);
        for (i = 0; i < groups->processors[group] && NT_SUCCESS(status); i++) {
            all->idle += times[i].idle;
            all->kernel += times[i].kernel;
            all->user += times[i].user;
        }
        nt_release(times);
    }
    return status;
}

NTSTATUS query_system_times(struct nt_processor_times *all)
{
    static struct nt_processor_times last;
    const CYCLETIME_QUESTION question = CYCLETIME_QUESTION_PROCESSOR_TIMES;
    const struct source *source;
    struct nt_groups groups;
    NTSTATUS status = nt_groups(&groups);

    if (!NT_SUCCESS(status)) return status;
    status = STATUS_NOT_SUPPORTED;
    for (source = choose_source(question); source && status == STATUS_NOT_SUPPORTED;
         source = choose_next_source(source, question))
        status = sum_groups(source, &groups, all);
    if (!NT_SUCCESS(status)) return status;
    keep_monotonic(&last, all);
    return status;
}
