/* SPDX-License-Identifier: MIT */
/* Asks the Linux side about processors: times, interrupts, frequencies, idle states. */
#include "library/source/unixlib_processors.h"
#include "protocol/unixlib_calls.h"
#include "library/nt/nt.h"

/* Stores the answer in memory that the caller releases. */
static NTSTATUS query_counted(USHORT group, ULONG count, enum unixlib_counted counted, struct unixlib_processors **reported)
{
    ULONG first;
    NTSTATUS status = nt_first_processor(group, &first);

    if (!NT_SUCCESS(status)) return status;
    if (count > NT_MOST_PROCESSORS) return STATUS_NOT_SUPPORTED;
    if (!(*reported = nt_allocate(sizeof **reported + count * sizeof(*reported)->of[0]))) return STATUS_NO_MEMORY;
    **reported = (struct unixlib_processors){ .first = first, .count = count, .counted = counted };
    if (nt_unixlib_call(UNIXLIB_CALL_PROCESSORS, *reported) == UNIXLIB_DONE) return STATUS_SUCCESS;
    nt_release(*reported);
    return STATUS_NOT_SUPPORTED;
}

BOOLEAN unixlib_has_processors(void)
{
    struct unixlib_processors *reported;

    if (!NT_SUCCESS(query_counted(0, 1, UNIXLIB_COUNTED_NOTHING, &reported))) return FALSE;
    nt_release(reported);
    return TRUE;
}

static NTSTATUS times_of(USHORT group, ULONG count, enum unixlib_counted counted, struct nt_processor_times *times)
{
    const struct unixlib_processor_times *from;
    struct unixlib_processors *reported;
    NTSTATUS status = query_counted(group, count, counted, &reported);
    ULONG i;

    if (!NT_SUCCESS(status)) return status;
    for (i = 0; i < count; i++) {
        from = &reported->of[i];
        times[i] = (struct nt_processor_times){ .idle = from->idle / 100,
                                                .kernel = from->kernel / 100,
                                                .user = from->user / 100,
                                                .dpc = from->softirq / 100,
                                                .interrupt = from->irq / 100,
                                                .interrupts = (ULONG)from->interrupts };
    }
    nt_release(reported);
    return STATUS_SUCCESS;
}

NTSTATUS unixlib_processor_times(USHORT group, ULONG count, struct nt_processor_times *times)
{
    return times_of(group, count, UNIXLIB_COUNTED_NOTHING, times);
}

NTSTATUS unixlib_processor_times_and_interrupts(USHORT group, ULONG count, struct nt_processor_times *times)
{
    return times_of(group, count, UNIXLIB_COUNTED_INTERRUPTS, times);
}

NTSTATUS unixlib_processor_softirqs(USHORT group, ULONG count, ULONG *softirqs)
{
    struct unixlib_processors *reported;
    const NTSTATUS status = query_counted(group, count, UNIXLIB_COUNTED_SOFTIRQS, &reported);
    ULONG i;

    if (!NT_SUCCESS(status)) return status;
    for (i = 0; i < count; i++) softirqs[i] = (ULONG)reported->of[i].interrupts;
    nt_release(reported);
    return STATUS_SUCCESS;
}

NTSTATUS unixlib_processor_frequencies(USHORT group, ULONG count, struct processor_frequency *frequencies)
{
    struct unixlib_frequencies *reported;
    ULONG first, i;
    NTSTATUS status = nt_first_processor(group, &first);

    if (!NT_SUCCESS(status)) return status;
    if (count > NT_MOST_PROCESSORS) return STATUS_NOT_SUPPORTED;
    if (!(reported = nt_allocate(sizeof *reported + count * sizeof reported->of[0]))) return STATUS_NO_MEMORY;
    *reported = (struct unixlib_frequencies){ .first = first, .count = count };
    if (nt_unixlib_call(UNIXLIB_CALL_FREQUENCIES, reported) != UNIXLIB_DONE) status = STATUS_NOT_SUPPORTED;
    for (i = 0; i < count && NT_SUCCESS(status); i++)
        frequencies[i] = (struct processor_frequency){ reported->of[i].current, reported->of[i].nominal };
    nt_release(reported);
    return status;
}

NTSTATUS unixlib_system_counts(struct system_counts *counts)
{
    struct unixlib_system reported;

    if (nt_unixlib_call(UNIXLIB_CALL_SYSTEM, &reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    *counts = (struct system_counts){ .context_switches = reported.context_switches,
                                      .swap_total = reported.swap_total,
                                      .swap_free = reported.swap_free,
                                      .runnable = reported.runnable,
                                      .processors = reported.cpus };
    return STATUS_SUCCESS;
}

/* "C3" and every deeper state count as 3. */
static ULONG kind_of(const char *name)
{
    const ULONG number = c_state_of(name);

    return number < 3 ? number : 3;
}

static NTSTATUS count_states(ULONG processor, ULONG *count)
{
    struct unixlib_idle_state_count reported = { .processor = processor };

    if (nt_unixlib_call(UNIXLIB_CALL_IDLE_STATE_COUNT, &reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    *count = reported.count;
    return STATUS_SUCCESS;
}

BOOLEAN unixlib_has_idle_states(void)
{
    ULONG count;

    return NT_SUCCESS(count_states(0, &count));
}

static NTSTATUS add_states(ULONG processor, struct nt_processor_idle *idle)
{
    ULONG64 *const times[] = { NULL, &idle->c1, &idle->c2, &idle->c3 };
    ULONG *const transitions[] = { NULL, &idle->c1_transitions, &idle->c2_transitions, &idle->c3_transitions };
    struct unixlib_idle_state state = { .processor = processor };
    ULONG count, kind;
    NTSTATUS status = count_states(processor, &count);

    for (; NT_SUCCESS(status) && state.index < count; state.index++) {
        if (nt_unixlib_call(UNIXLIB_CALL_IDLE_STATE, &state) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
        if (!(kind = kind_of(state.name))) continue;
        *times[kind] += state.time * 10;
        *transitions[kind] += (ULONG)state.usage;
    }
    return status;
}

NTSTATUS unixlib_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle)
{
    struct unixlib_processors *reported;
    NTSTATUS status = query_counted(group, count, UNIXLIB_COUNTED_NOTHING, &reported);
    ULONG i;

    if (!NT_SUCCESS(status)) return status;
    for (i = 0; i < count && NT_SUCCESS(status); i++) {
        idle[i] = (struct nt_processor_idle){ .idle = reported->of[i].idle / 100 };
        status = add_states(reported->first + i, &idle[i]);
    }
    nt_release(reported);
    return status;
}

NTSTATUS unixlib_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count)
{
    struct unixlib_idle_state reported = { 0 };
    ULONG first;
    NTSTATUS status = nt_first_processor(group, &first);

    if (!NT_SUCCESS(status)) return status;
    reported.processor = first + number;
    if (!NT_SUCCESS(status = count_states(reported.processor, count))) return status;
    if (*count > room) return STATUS_NOT_SUPPORTED;
    for (; reported.index < *count; reported.index++) {
        if (nt_unixlib_call(UNIXLIB_CALL_IDLE_STATE, &reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
        states[reported.index] = (struct idle_state){ .latency = (ULONG)(reported.latency * 10),
                                                      .break_even = (ULONG)(reported.residency * 10) };
        memcpy(states[reported.index].name, reported.name, sizeof reported.name);
    }
    return STATUS_SUCCESS;
}
