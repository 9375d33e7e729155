/* SPDX-License-Identifier: MIT */
/* Measures the step in which the answers to a question move, by asking until they have moved several times. */
#include "library/query/cpu_time.h"
#include "library/query/query.h"

enum { ENOUGH = 8, MOST_VALUES = NT_MOST_PROCESSORS };

/* Returns the number of values; 0: the query failed, or the rate is not known. All processors of the first group are read,
   since the calling thread's processor is hardly idle meanwhile. */
static ULONG read_values(CYCLETIME_QUESTION question, ULONG64 *values)
{
    struct nt_processor_times all;
    struct nt_groups groups;
    struct nt_times times;
    NTSTATUS status;

    if (sources_count_cycles(question) && !query_tsc_rate()) return 0;
    switch (question) {
    case CYCLETIME_QUESTION_THREAD_CYCLES: return NT_SUCCESS(query_thread_cycles(NT_CURRENT_THREAD, values));
    case CYCLETIME_QUESTION_PROCESS_CYCLES: return NT_SUCCESS(query_process_cycles(NT_CURRENT_PROCESS, values));
    case CYCLETIME_QUESTION_IDLE_CYCLES:
    case CYCLETIME_QUESTION_SYSTEM_CYCLES:
        status = nt_groups(&groups);
        if (NT_SUCCESS(status)) status = query_processor_cycles(question, 0, groups.processors[0], values);
        return NT_SUCCESS(status) ? groups.processors[0] : 0;
    case CYCLETIME_QUESTION_THREAD_TIMES:
    case CYCLETIME_QUESTION_PROCESS_TIMES:
        status = question == CYCLETIME_QUESTION_THREAD_TIMES ? query_thread_times(NT_CURRENT_THREAD, &times)
                                                             : query_process_times(NT_CURRENT_PROCESS, &times);
        values[0] = NT_SUCCESS(status) ? times.kernel + times.user : 0;
        return NT_SUCCESS(status);
    case CYCLETIME_QUESTION_PROCESSOR_TIMES:
        status = query_system_times(&all);
        values[0] = NT_SUCCESS(status) ? all.kernel + all.user : 0;
        return NT_SUCCESS(status);
    default: return 0;
    }
}

static ULONG64 smallest_step(CYCLETIME_QUESTION question, ULONG64 *last, ULONG64 *values)
{
    const ULONG64 give_up = 1ull << 32, started = cpu_read_tsc(); /* ticks, if the performance counter stands still */
    ULONG64 smallest = 0, step, start, now, frequency;
    ULONG seen = 0, count, i;

    if (!read_values(question, last) || !NT_SUCCESS(nt_performance_counter(&start, &frequency))) return 0;
    while (seen < ENOUGH && NT_SUCCESS(nt_performance_counter(&now, &frequency)) && now - start < frequency / 10
           && cpu_read_tsc() - started < give_up) {
        count = read_values(question, values);
        if (!count) return 0;
        for (i = 0, step = 0; i < count; i++)
            if (values[i] != last[i] && (!step || values[i] - last[i] < step)) step = values[i] - last[i];
        if (!step) continue;
        if (!smallest || step < smallest) smallest = step;
        for (i = 0; i < count; i++) last[i] = values[i];
        seen++;
    }
    return smallest;
}

ULONG64 query_step(CYCLETIME_QUESTION question)
{
    ULONG64 *values = nt_allocate(2 * sizeof *values * MOST_VALUES), step;

    if (!values) return 0;
    step = smallest_step(question, values, values + MOST_VALUES);
    nt_release(values);
    if (!step) return 0;
    return sources_count_cycles(question) ? nanoseconds_from_cycles(step) : step * 100;
}
