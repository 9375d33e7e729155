/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "cycle_rate.h"
#include "processor_memory.h"
#include "query.h"
#include "../protocol/maximum.h"

static NTSTATUS derive(const struct answer *answer, ULONG64 (*part)(const struct nt_processor_times *), USHORT group,
                       ULONG count, ULONG64 *cycles)
{
    struct nt_processor_times *times;
    NTSTATUS status;
    ULONG i;

    if (!cycle_rate()) return STATUS_NOT_SUPPORTED;
    if (!(times = nt_allocate(count * sizeof *times))) return STATUS_NO_MEMORY;
    status = answer->times_of_group(group, count, times);
    for (i = 0; i < count && NT_SUCCESS(status); i++) cycles[i] = cycles_from_100ns(part(&times[i]));
    nt_release(times);
    return status;
}

static NTSTATUS query(CYCLETIME_QUESTION question, ULONG64 (*part)(const struct nt_processor_times *), ULONG64 *last,
                      USHORT group, ULONG count, ULONG64 *cycles)
{
    const struct source *source;
    const struct answer *answer;
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    ULONG i;

    if (!is_remembered(group, count)) return STATUS_NOT_SUPPORTED;
    for (source = choose(question); source && status == STATUS_NOT_SUPPORTED; source = choose_next(source, question)) {
        answer = &source->answers[question];
        status = answer->cycles_of_group ? answer->cycles_of_group(group, count, cycles)
                                         : derive(answer, part, group, count, cycles);
    }
    for (i = 0; i < count && NT_SUCCESS(status); i++) cycles[i] = atomic_maximum(&last[remembered(group, i)], cycles[i]);
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

NTSTATUS query_idle_cycles(USHORT group, ULONG count, ULONG64 *cycles)
{
    static ULONG64 last[NT_MOST_PROCESSORS];

    return query(CYCLETIME_QUESTION_IDLE_CYCLES, idle_of, last, group, count, cycles);
}

NTSTATUS query_system_cycles(USHORT group, ULONG count, ULONG64 *cycles)
{
    static ULONG64 last[NT_MOST_PROCESSORS];

    return query(CYCLETIME_QUESTION_SYSTEM_CYCLES, system_of, last, group, count, cycles);
}
