/* SPDX-License-Identifier: MIT */
/* Asks the Linux side about processors: times, interrupts, frequencies, idle states. */
#include "library/source/unixlib_processors.h"
#include "protocol/unixlib_calls.h"
#include "library/nt/nt.h"

NTSTATUS unixlib_processor_times(USHORT group, ULONG count, enum unixlib_counted counted, struct nt_processor_times *times)
{
    const struct unixlib_processor_times *from;
    struct unixlib_processors *reported;
    ULONG first, i;
    NTSTATUS status = nt_first_processor(group, &first);

    if (!NT_SUCCESS(status)) return status;
    if (count > NT_MOST_PROCESSORS) return STATUS_NOT_SUPPORTED;
    reported = nt_allocate(sizeof *reported + count * sizeof reported->of[0]);
    if (!reported) return STATUS_NO_MEMORY;
    *reported = (struct unixlib_processors){ .first = first, .count = count, .counted = counted };
    if (nt_unixlib_call(UNIXLIB_CALL_PROCESSORS, reported) != UNIXLIB_DONE) status = STATUS_NOT_SUPPORTED;
    for (i = 0; i < count && NT_SUCCESS(status); i++) {
        from = &reported->of[i];
        times[i] = (struct nt_processor_times){ .idle = from->idle / 100,
                                                .kernel = from->kernel / 100,
                                                .user = from->user / 100,
                                                .dpc = from->softirq / 100,
                                                .interrupt = from->irq / 100,
                                                .interrupts = (ULONG)from->interrupts };
    }
    nt_release(reported);
    return status;
}

BOOLEAN unixlib_has_processors(void)
{
    struct nt_processor_times times;

    return NT_SUCCESS(unixlib_processor_times(0, 1, UNIXLIB_COUNTED_NOTHING, &times));
}

NTSTATUS unixlib_processor_softirqs(USHORT group, ULONG count, ULONG *softirqs)
{
    struct nt_processor_times *times = nt_allocate(count * sizeof *times);
    NTSTATUS status;
    ULONG i;

    if (!times) return STATUS_NO_MEMORY;
    status = unixlib_processor_times(group, count, UNIXLIB_COUNTED_SOFTIRQS, times);
    for (i = 0; i < count && NT_SUCCESS(status); i++) softirqs[i] = times[i].interrupts;
    nt_release(times);
    return status;
}

NTSTATUS unixlib_processor_frequencies(USHORT group, ULONG count, struct processor_frequency *frequencies)
{
    struct unixlib_frequencies *reported;
    ULONG first, i;
    NTSTATUS status = nt_first_processor(group, &first);

    if (!NT_SUCCESS(status)) return status;
    if (count > NT_MOST_PROCESSORS) return STATUS_NOT_SUPPORTED;
    reported = nt_allocate(sizeof *reported + count * sizeof reported->of[0]);
    if (!reported) return STATUS_NO_MEMORY;
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

/* "C3" and every deeper state count as 3. */
static NTSTATUS add_idle_states(ULONG processor, struct nt_processor_idle *idle)
{
    ULONG64 *const times[] = { NULL, &idle->c1, &idle->c2, &idle->c3 };
    ULONG *const transitions[] = { NULL, &idle->c1_transitions, &idle->c2_transitions, &idle->c3_transitions };
    struct unixlib_idle_state state = { .processor = processor };
    ULONG count, kind;
    NTSTATUS status = count_states(processor, &count);

    for (; NT_SUCCESS(status) && state.index < count; state.index++) {
        if (nt_unixlib_call(UNIXLIB_CALL_IDLE_STATE, &state) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
        kind = c_state_of(state.name);
        if (!kind) continue;
        if (kind > 3) kind = 3;
        *times[kind] += state.time * 10;
        *transitions[kind] += (ULONG)state.usage;
    }
    return status;
}

NTSTATUS unixlib_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle)
{
    struct nt_processor_times *times;
    ULONG first, i;
    NTSTATUS status = nt_first_processor(group, &first);

    if (!NT_SUCCESS(status)) return status;
    times = nt_allocate(count * sizeof *times);
    if (!times) return STATUS_NO_MEMORY;
    status = unixlib_processor_times(group, count, UNIXLIB_COUNTED_NOTHING, times);
    for (i = 0; i < count && NT_SUCCESS(status); i++) {
        idle[i] = (struct nt_processor_idle){ .idle = times[i].idle };
        status = add_idle_states(first + i, &idle[i]);
    }
    nt_release(times);
    return status;
}

NTSTATUS unixlib_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count)
{
    struct unixlib_idle_state reported = { 0 };
    ULONG first;
    NTSTATUS status = nt_first_processor(group, &first);

    if (!NT_SUCCESS(status)) return status;
    reported.processor = first + number;
    status = count_states(reported.processor, count);
    if (!NT_SUCCESS(status)) return status;
    if (*count > room) return STATUS_NOT_SUPPORTED;
    for (; reported.index < *count; reported.index++) {
        if (nt_unixlib_call(UNIXLIB_CALL_IDLE_STATE, &reported) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
        states[reported.index] = (struct idle_state){ .latency = (ULONG)(reported.latency * 10),
                                                      .break_even = (ULONG)(reported.residency * 10) };
        memcpy(states[reported.index].name, reported.name, sizeof reported.name);
    }
    return STATUS_SUCCESS;
}
