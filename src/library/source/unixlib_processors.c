/* SPDX-License-Identifier: MIT */
/* Asks the Linux side for the times of processors: by state, and by idle state. */
#include "library/source/unixlib.h"

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

BOOLEAN unixlib_has_processors(CYCLETIME_QUESTION question)
{
    struct unixlib_idle_state_count states = { .processor = 0 };
    struct nt_processor_times times;

    if (question == CYCLETIME_QUESTION_IDLE_STATES)
        return nt_unixlib_call(UNIXLIB_CALL_IDLE_STATE_COUNT, &states) == UNIXLIB_DONE;
    return NT_SUCCESS(unixlib_processor_times(0, 1, UNIXLIB_COUNTED_NOTHING, &times));
}

/* "C3" and every deeper state count as 3. */
static NTSTATUS add_idle_states(ULONG processor, struct nt_processor_idle *idle)
{
    ULONG64 *const times[] = { NULL, &idle->c1, &idle->c2, &idle->c3 };
    ULONG *const transitions[] = { NULL, &idle->c1_transitions, &idle->c2_transitions, &idle->c3_transitions };
    struct unixlib_idle_state_count states = { .processor = processor };
    struct unixlib_idle_state state = { .processor = processor };
    ULONG kind;

    if (nt_unixlib_call(UNIXLIB_CALL_IDLE_STATE_COUNT, &states) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
    for (; state.index < states.count; state.index++) {
        if (nt_unixlib_call(UNIXLIB_CALL_IDLE_STATE, &state) != UNIXLIB_DONE) return STATUS_NOT_SUPPORTED;
        kind = c_state_of(state.name);
        if (!kind) continue;
        if (kind > 3) kind = 3;
        *times[kind] += state.time * 10;
        *transitions[kind] += (ULONG)state.usage;
    }
    return STATUS_SUCCESS;
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
