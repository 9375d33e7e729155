/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "cycle_rate.h"
#include "query.h"
#include "../protocol/maximum.h"

enum { GROUPS = 64, GROUP_PROCESSORS = 64 };

/* Every processor's last answer. */
struct last_cycles {
    ULONG64 of[GROUPS][GROUP_PROCESSORS];
};

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

static NTSTATUS query(CYCLETIME_QUESTION question, ULONG64 (*part)(const struct nt_processor_times *),
                      struct last_cycles *last, USHORT group, ULONG count, ULONG64 *cycles)
{
    const struct source *source;
    const struct answer *answer;
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    ULONG i;

    for (source = choose(question); source && status == STATUS_NOT_SUPPORTED; source = choose_next(source, question)) {
        answer = &source->answers[question];
        status = answer->cycles_of_group ? answer->cycles_of_group(group, count, cycles)
                                         : derive(answer, part, group, count, cycles);
    }
    for (i = 0; i < count && group < GROUPS && i < GROUP_PROCESSORS && NT_SUCCESS(status); i++)
        cycles[i] = atomic_maximum(&last->of[group][i], cycles[i]);
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
    static struct last_cycles last;

    return query(CycletimeIdleCycles, idle_of, &last, group, count, cycles);
}

NTSTATUS query_system_cycles(USHORT group, ULONG count, ULONG64 *cycles)
{
    static struct last_cycles last;

    return query(CycletimeSystemCycles, system_of, &last, group, count, cycles);
}
