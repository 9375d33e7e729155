/* SPDX-License-Identifier: MIT */
#include "step.h"
#include "cycle_rate.h"
#include "processor.h"
#include "query.h"

enum { ENOUGH = 8 };

/* A group is told as a whole, or on Windows not at all. */
static NTSTATUS first_processor(NTSTATUS (*query)(USHORT, ULONG, ULONG64 *), ULONG64 *value)
{
    ULONG64 *cycles;
    ULONG count;
    NTSTATUS status = nt_processor_count(0, &count);

    if (!NT_SUCCESS(status)) return status;
    if (!(cycles = nt_allocate(count * sizeof *cycles))) return STATUS_NO_MEMORY;
    status = query(0, count, cycles);
    if (NT_SUCCESS(status)) *value = cycles[0];
    nt_release(cycles);
    return status;
}

/* FALSE: there is no answer, or nobody knows what it is worth. Cycles may stand for nanoseconds once their difference is converted. */
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
    case CycletimeIdleCycles: return NT_SUCCESS(first_processor(query_idle_cycles, value));
    case CycletimeSystemCycles: return NT_SUCCESS(first_processor(query_system_cycles, value));
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
    const ULONG64 give_up = 1ull << 32, begin = processor_tsc();  /* where the counter stands still: a second or two */
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
