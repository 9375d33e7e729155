/* SPDX-License-Identifier: MIT */
#include "choose.h"
#include "cycle_rate.h"
#include "query.h"

void query_listed_process(struct nt_listed_process *process)
{
    const struct source *source = choose(CycletimeProcessTimes);
    struct cpu_time seen;

    if (!source || !source->answers[CycletimeProcessTimes].of_listed) return;
    if (!NT_SUCCESS(source->answers[CycletimeProcessTimes].of_listed(process->id, process->times.creation, &seen))) return;
    process->times.kernel = seen.kernel;
    process->times.user = seen.user;
}

ULONG64 query_listed_cycles(ULONG64 count, const struct nt_times *times)
{
    if (count) return count;
    return cycle_rate() ? cycles_from_100ns(times->kernel + times->user) : 0;
}
