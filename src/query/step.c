/* SPDX-License-Identifier: MIT */
#include "step.h"
#include "cycle_rate.h"
#include "processor.h"
#include "query.h"

enum { ENOUGH = 8 };

/* Of all processors of the first group: that of this thread is hardly idle meanwhile. */
static BOOLEAN read_processors(NTSTATUS (*query)(USHORT, ULONG, ULONG64 *), ULONG64 *sum)
{
    ULONG64 cycles[MAXBYTE];
    struct nt_groups groups;
    ULONG i;

    *sum = 0;
    if (!NT_SUCCESS(nt_groups(&groups)) || !NT_SUCCESS(query(0, groups.processors[0], cycles))) return FALSE;
    for (i = 0; i < groups.processors[0]; i++) *sum += cycles[i];
    return TRUE;
}

/* FALSE: there is no answer, or nobody knows what a cycle is worth. Cycles may stand for nanoseconds once their difference is converted. */
static BOOLEAN read(CYCLETIME_QUESTION question, ULONG64 *value, BOOLEAN *cycles)
{
    ULONG64 idle, kernel, user;
    struct nt_times times;
    NTSTATUS status;

    *cycles = question == CycletimeThreadCycles || question == CycletimeProcessCycles || question == CycletimeIdleCycles
              || question == CycletimeSystemCycles;
    if (*cycles && !cycle_rate()) return FALSE;
    switch (question) {
    case CycletimeThreadCycles: return NT_SUCCESS(query_thread_cycles(NT_CURRENT_THREAD, value));
    case CycletimeProcessCycles: return NT_SUCCESS(query_process_cycles(NT_CURRENT_PROCESS, value));
    case CycletimeIdleCycles: return read_processors(query_idle_cycles, value);
    case CycletimeSystemCycles: return read_processors(query_system_cycles, value);
    case CycletimeThreadTimes: status = query_thread_times(NT_CURRENT_THREAD, &times); break;
    case CycletimeProcessTimes: status = query_process_times(NT_CURRENT_PROCESS, &times); break;
    case CycletimeProcessorTimes:
        status = query_system_times(&idle, &kernel, &user);
        times.kernel = kernel;
        times.user = user;
        break;
    default: return FALSE;
    }
    *value = times.kernel + times.user;
    return NT_SUCCESS(status);
}

static ULONG64 nanoseconds(ULONG64 difference, BOOLEAN cycles)
{
    return cycles ? nanoseconds_from_cycles(difference) : difference * 100;
}

ULONG64 query_step(CYCLETIME_QUESTION question)
{
    const ULONG64 give_up = 1ull << 32, begin = processor_tsc();  /* ticks, where the counter stands still */
    ULONG64 last, value, smallest = 0, step, start, now, frequency;
    BOOLEAN cycles;
    int seen = 0;

    if (!read(question, &last, &cycles) || !NT_SUCCESS(nt_performance_counter(&start, &frequency))) return 0;
    while (seen < ENOUGH && NT_SUCCESS(nt_performance_counter(&now, &frequency)) && now - start < frequency / 10
           && processor_tsc() - begin < give_up) {
        if (!read(question, &value, &cycles)) return 0;
        if (value == last) continue;
        step = nanoseconds(value - last, cycles);
        if (!smallest || step < smallest) smallest = step;
        last = value;
        seen++;
    }
    return smallest;
}
