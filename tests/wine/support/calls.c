/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "cycletime.h"

#define ASK(name, call) static BOOL ask_##name(HANDLE handle, void *const outputs[OUTPUTS]) { return call; }

ASK(thread_cycles, QueryThreadCycleTime(handle, outputs[0]))
ASK(process_cycles, QueryProcessCycleTime(handle, outputs[0]))
ASK(thread_times, GetThreadTimes(handle, outputs[0], outputs[1], outputs[2], outputs[3]))
ASK(process_times, GetProcessTimes(handle, outputs[0], outputs[1], outputs[2], outputs[3]))
ASK(thread_cpu_time, CycletimeQueryThreadCpuTime(handle, outputs[0]))
ASK(process_cpu_time, CycletimeQueryProcessCpuTime(handle, outputs[0]))

const struct call calls[CALLS] = {
    [THREAD_CYCLES] = { "QueryThreadCycleTime", ask_thread_cycles, 1, TRUE, FALSE },
    [PROCESS_CYCLES] = { "QueryProcessCycleTime", ask_process_cycles, 1, FALSE, FALSE },
    [THREAD_TIMES] = { "GetThreadTimes", ask_thread_times, 4, TRUE, TRUE },
    [PROCESS_TIMES] = { "GetProcessTimes", ask_process_times, 4, FALSE, FALSE },
    [THREAD_CPU_TIME] = { "CycletimeQueryThreadCpuTime", ask_thread_cpu_time, 1, TRUE, FALSE },
    [PROCESS_CPU_TIME] = { "CycletimeQueryProcessCpuTime", ask_process_cpu_time, 1, FALSE, FALSE },
};

HANDLE own_handle(enum which which)
{
    return calls[which].of_thread ? GetCurrentThread() : GetCurrentProcess();
}

enum which calls_here(void)
{
    return has_invariant_tsc() ? CALLS : THREAD_CPU_TIME;
}

struct answer ask(enum which which, HANDLE handle)
{
    struct answer answer = { .outputs = { UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED } };
    void *const outputs[OUTPUTS] = { &answer.outputs[0], &answer.outputs[1], &answer.outputs[2], &answer.outputs[3] };

    SetLastError(POISON);
    answer.done = calls[which].ask(handle, outputs);
    answer.error = GetLastError();
    return answer;
}

struct answer assert_answered_at(enum which which, HANDLE handle, const char *file, int line)
{
    struct answer answer = ask(which, handle);
    unsigned i;

    if (answer.done != TRUE) print_error("%s: error %lu\n", calls[which].name, answer.error);
    _assert_int_equal(answer.done, TRUE, file, line);
    _assert_int_equal(answer.error, POISON, file, line);
    for (i = 0; i < calls[which].outputs; i++) _assert_int_not_equal(answer.outputs[i], UNTOUCHED, file, line);
    for (; i < OUTPUTS; i++) _assert_int_equal(answer.outputs[i], UNTOUCHED, file, line);
    return answer;
}

void assert_refused_at(enum which which, HANDLE handle, DWORD error, const char *file, int line)
{
    struct answer answer = ask(which, handle);
    unsigned i;

    if (answer.done || answer.error != error)
        print_error("%s: %d, error %lu instead of %lu\n", calls[which].name, answer.done, answer.error, error);
    _assert_int_equal(answer.done, FALSE, file, line);
    _assert_int_equal(answer.error, error, file, line);
    for (i = 0; i < OUTPUTS; i++) _assert_int_equal(answer.outputs[i], UNTOUCHED, file, line);
}

struct times times_of_answer(struct answer answer)
{
    return (struct times){ answer.outputs[0], answer.outputs[1], answer.outputs[2], answer.outputs[3] };
}
