/* SPDX-License-Identifier: MIT */
/* Queries about each processor, and about all together. Tables of NT_MOST_PROCESSORS keep the last answers. */
#include "library/query/query.h"
#include "library/query/sources.h"
#include "library/query/tsc_rate.h"
#include "library/source/unixlib_processors.h"
#include "protocol/arithmetic.h"

/* A group has up to 64 processors; a larger group is the only one. */
static ULONG last_index_of(USHORT group, ULONG processor)
{
    return group * 64u + processor;
}

static BOOLEAN is_remembered(USHORT group, ULONG count)
{
    return group < NT_MOST_GROUPS && count <= (group ? 64 : NT_MOST_PROCESSORS);
}

static NTSTATUS derive_cycles(const struct answer *answer, ULONG64 (*part)(const struct nt_processor_times *), USHORT group,
                              ULONG count, ULONG64 *cycles)
{
    struct nt_processor_times *times;
    NTSTATUS status;
    ULONG i;

    if (!query_tsc_rate()) return STATUS_NOT_SUPPORTED;
    if (!(times = nt_allocate(count * sizeof *times))) return STATUS_NO_MEMORY;
    status = answer->times_of_group(group, count, times);
    for (i = 0; i < count && NT_SUCCESS(status); i++) cycles[i] = cycles_from_100ns(part(&times[i]));
    nt_release(times);
    return status;
}

static NTSTATUS cycles_of(CYCLETIME_QUESTION question, ULONG64 (*part)(const struct nt_processor_times *), ULONG64 *last,
                          USHORT group, ULONG count, ULONG64 *cycles)
{
    const struct source *source;
    const struct answer *answer;
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    ULONG i;

    if (!is_remembered(group, count)) return STATUS_NOT_SUPPORTED;
    for (source = choose_source(question); source && status == STATUS_NOT_SUPPORTED;
         source = choose_next(source, question)) {
        answer = &source->answers[question];
        status = answer->cycles_of_group ? answer->cycles_of_group(group, count, cycles)
                                         : derive_cycles(answer, part, group, count, cycles);
    }
    for (i = 0; i < count && NT_SUCCESS(status); i++) cycles[i] = atomic_maximum(&last[last_index_of(group, i)], cycles[i]);
    return status;
}

static ULONG64 idle_of(const struct nt_processor_times *times)
{
    return times->idle;
}

static ULONG64 system_of(const struct nt_processor_times *times)
{
    return times->dpc + times->interrupt;
}

NTSTATUS query_idle_cycles(USHORT group, ULONG count, PVOID elements)
{
    static ULONG64 last[NT_MOST_PROCESSORS];

    return cycles_of(CYCLETIME_QUESTION_IDLE_CYCLES, idle_of, last, group, count, elements);
}

NTSTATUS query_system_cycles(USHORT group, ULONG count, PVOID elements)
{
    static ULONG64 last[NT_MOST_PROCESSORS];

    return cycles_of(CYCLETIME_QUESTION_SYSTEM_CYCLES, system_of, last, group, count, elements);
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
    ULONG i;

    if (!is_remembered(group, count)) return STATUS_NOT_SUPPORTED;
    for (source = choose_source(question); source && status == STATUS_NOT_SUPPORTED; source = choose_next(source, question))
        status = source == &source_unixlib ? unixlib_processor_times_and_interrupts(group, count, times)
                                           : source->answers[question].times_of_group(group, count, times);
    for (i = 0; i < count && NT_SUCCESS(status); i++) keep_monotonic(&last[last_index_of(group, i)], &times[i]);
    return status;
}

NTSTATUS query_processor_frequencies(USHORT group, ULONG count, PVOID elements)
{
    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESSOR_TIMES)) return STATUS_NOT_SUPPORTED;
    return unixlib_processor_frequencies(group, count, elements);
}

NTSTATUS query_system_counts(struct system_counts *counts)
{
    return unixlib_answers(CYCLETIME_QUESTION_PROCESSOR_TIMES) ? unixlib_system_counts(counts) : STATUS_NOT_SUPPORTED;
}

NTSTATUS query_processor_dpcs(USHORT group, ULONG count, PVOID elements)
{
    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESSOR_TIMES)) return STATUS_NOT_SUPPORTED;
    return unixlib_processor_softirqs(group, count, elements);
}

BOOLEAN query_knows_processor_idle(void)
{
    return choose_source(CYCLETIME_QUESTION_IDLE_STATES) != NULL;
}

NTSTATUS query_processor_idle(USHORT group, ULONG count, PVOID elements)
{
    static struct nt_processor_idle last[NT_MOST_PROCESSORS];
    const struct source *source = choose_source(CYCLETIME_QUESTION_IDLE_STATES);
    struct nt_processor_idle *const idle = elements, *known;
    NTSTATUS status;
    ULONG i;

    if (!is_remembered(group, count) || !source) return STATUS_NOT_SUPPORTED;
    status = source->answers[CYCLETIME_QUESTION_IDLE_STATES].idle_of_group(group, count, idle);
    for (i = 0; i < count && NT_SUCCESS(status); i++) {
        known = &last[last_index_of(group, i)];
        idle[i].idle = atomic_maximum(&known->idle, idle[i].idle);
        idle[i].c1 = atomic_maximum(&known->c1, idle[i].c1);
        idle[i].c2 = atomic_maximum(&known->c2, idle[i].c2);
        idle[i].c3 = atomic_maximum(&known->c3, idle[i].c3);
    }
    return status;
}

NTSTATUS query_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count)
{
    if (!unixlib_answers(CYCLETIME_QUESTION_IDLE_STATES)) return STATUS_NOT_SUPPORTED;
    return unixlib_idle_states(group, number, room, states, count);
}

/* Adds the times of a group's processors to the sum of all. */
static NTSTATUS add_group(const struct source *source, USHORT group, ULONG count, struct nt_processor_times *all)
{
    struct nt_processor_times *times = nt_allocate(count * sizeof *times);
    NTSTATUS status;
    ULONG i;

    if (!times) return STATUS_NO_MEMORY;
    status = source->answers[CYCLETIME_QUESTION_PROCESSOR_TIMES].times_of_group(group, count, times);
    for (i = 0; i < count && NT_SUCCESS(status); i++) {
        all->idle += times[i].idle;
        all->kernel += times[i].kernel;
        all->user += times[i].user;
    }
    nt_release(times);
    return status;
}

static NTSTATUS add_all(const struct source *source, const struct nt_groups *groups, struct nt_processor_times *all)
{
    NTSTATUS status = STATUS_SUCCESS;
    USHORT i;

    *all = (struct nt_processor_times){ 0 };
    for (i = 0; i < groups->count && NT_SUCCESS(status); i++) status = add_group(source, i, groups->processors[i], all);
    return status;
}

NTSTATUS query_system_times(ULONG64 *idle, ULONG64 *kernel, ULONG64 *user)
{
    static struct nt_processor_times last;
    const CYCLETIME_QUESTION question = CYCLETIME_QUESTION_PROCESSOR_TIMES;
    struct nt_processor_times all;
    const struct source *source;
    struct nt_groups groups;
    NTSTATUS status = nt_groups(&groups);

    if (!NT_SUCCESS(status)) return status;
    status = STATUS_NOT_SUPPORTED;
    for (source = choose_source(question); source && status == STATUS_NOT_SUPPORTED; source = choose_next(source, question))
        status = add_all(source, &groups, &all);
    if (!NT_SUCCESS(status)) return status;
    keep_monotonic(&last, &all);
    *idle = all.idle;
    *kernel = all.kernel;
    *user = all.user;
    return status;
}

NTSTATUS query_exported_system_times(ULONG64 *idle, ULONG64 *kernel, ULONG64 *user)
{
    struct nt_processor_times all;
    NTSTATUS status = nt_exported_system_times(&all);

    if (status == STATUS_NOT_SUPPORTED) return query_system_times(idle, kernel, user);
    *idle = all.idle;
    *kernel = all.kernel;
    *user = all.user;
    return status;
}
