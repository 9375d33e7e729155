/* SPDX-License-Identifier: MIT */
#include "host_processors.h"
#include "../protocol/host_calls.h"
#include "../nt/unix_side.h"

/* The number, through all groups, of a group's first processor. */
static NTSTATUS first_of(USHORT group, ULONG *first)
{
    struct nt_groups groups;
    NTSTATUS status;
    USHORT i;

    *first = 0;
    if (!group) return STATUS_SUCCESS;
    if (!NT_SUCCESS(status = nt_groups(&groups))) return status;
    if (group >= groups.count) return STATUS_INVALID_PARAMETER;
    for (i = 0; i < group; i++) *first += groups.processors[i];
    return STATUS_SUCCESS;
}

static NTSTATUS ask_times(USHORT group, ULONG count, struct host_processors *told)
{
    ULONG first;
    NTSTATUS status = first_of(group, &first);

    if (!NT_SUCCESS(status)) return status;
    if (count > HOST_PROCESSORS) return STATUS_NOT_SUPPORTED;
    told->first = first;
    told->count = count;
    return unix_side_call(HOST_CALL_PROCESSORS_TIMES, told) == HOST_DONE ? STATUS_SUCCESS : STATUS_NOT_SUPPORTED;
}

BOOLEAN host_processors_are_told(void)
{
    struct host_processors told;

    return NT_SUCCESS(ask_times(0, 1, &told));
}

NTSTATUS host_processor_times(USHORT group, ULONG count, struct nt_processor_times *times)
{
    const struct host_processor_times *from;
    struct host_processors told;
    NTSTATUS status = ask_times(group, count, &told);
    ULONG i;

    for (i = 0; i < count && NT_SUCCESS(status); i++) {
        from = &told.of[i];
        times[i] = (struct nt_processor_times){ .idle = from->idle / 100, .kernel = from->kernel / 100, .user = from->user / 100,
                                                .dpc = from->softirq / 100, .interrupt = from->irq / 100 };
    }
    return status;
}

NTSTATUS host_interrupts(USHORT group, ULONG count, ULONG *interrupts)
{
    struct host_counts told = { .count = count };
    ULONG first, i;
    NTSTATUS status = first_of(group, &first);

    if (!NT_SUCCESS(status)) return status;
    told.first = first;
    if (count > HOST_PROCESSORS || unix_side_call(HOST_CALL_INTERRUPTS, &told) != HOST_DONE) return STATUS_NOT_SUPPORTED;
    for (i = 0; i < count; i++) interrupts[i] = (ULONG)told.of[i];
    return STATUS_SUCCESS;
}

/* What a state's name makes of it: "C1" and "C1E" 1, "C2" 2, "C3" and deeper 3, all else 0. */
static ULONG kind_of(const char *name)
{
    if (name[0] != 'C' || name[1] < '1' || name[1] > '9') return 0;
    if (name[1] <= '2' && (name[2] < '0' || name[2] > '9')) return name[1] - '0';
    return 3;
}

static NTSTATUS count_states(ULONG processor, ULONG *count)
{
    struct host_idle_state_count told = { .processor = processor };

    if (unix_side_call(HOST_CALL_IDLE_STATE_COUNT, &told) != HOST_DONE) return STATUS_NOT_SUPPORTED;
    *count = told.count;
    return STATUS_SUCCESS;
}

BOOLEAN host_idle_states_are_told(void)
{
    ULONG count;

    return NT_SUCCESS(count_states(0, &count));
}

static NTSTATUS add_states(ULONG processor, struct nt_processor_idle *idle)
{
    ULONG64 *const times[] = { NULL, &idle->c1, &idle->c2, &idle->c3 };
    ULONG *const transitions[] = { NULL, &idle->c1_transitions, &idle->c2_transitions, &idle->c3_transitions };
    struct host_idle_state state = { .processor = processor };
    ULONG count, kind;
    NTSTATUS status = count_states(processor, &count);

    for (; NT_SUCCESS(status) && state.index < count; state.index++) {
        if (unix_side_call(HOST_CALL_IDLE_STATE, &state) != HOST_DONE) return STATUS_NOT_SUPPORTED;
        if (!(kind = kind_of(state.name))) continue;
        *times[kind] += state.time * 10;
        *transitions[kind] += (ULONG)state.usage;
    }
    return status;
}

NTSTATUS host_processor_idle(USHORT group, ULONG count, struct nt_processor_idle *idle)
{
    struct host_counts told = { .count = count };
    ULONG first, i;
    NTSTATUS status = first_of(group, &first);

    if (!NT_SUCCESS(status)) return status;
    told.first = first;
    if (count > HOST_PROCESSORS || unix_side_call(HOST_CALL_PROCESSORS_IDLE, &told) != HOST_DONE) return STATUS_NOT_SUPPORTED;
    for (i = 0; i < count && NT_SUCCESS(status); i++) {
        idle[i] = (struct nt_processor_idle){ .idle = told.of[i] / 100 };
        status = add_states(first + i, &idle[i]);
    }
    return status;
}

NTSTATUS host_idle_states(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count)
{
    struct host_idle_state told = { 0 };
    ULONG first;
    NTSTATUS status = first_of(group, &first);

    if (!NT_SUCCESS(status)) return status;
    told.processor = first + number;
    if (!NT_SUCCESS(status = count_states(told.processor, count))) return status;
    if (*count > room) return STATUS_NOT_SUPPORTED;
    for (; told.index < *count; told.index++) {
        if (unix_side_call(HOST_CALL_IDLE_STATE, &told) != HOST_DONE) return STATUS_NOT_SUPPORTED;
        states[told.index] = (struct idle_state){ .latency = (ULONG)(told.latency * 10), .break_even = (ULONG)(told.residency * 10) };
        memcpy(states[told.index].name, told.name, sizeof told.name);
    }
    return STATUS_SUCCESS;
}
