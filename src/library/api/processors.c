/* SPDX-License-Identifier: MIT */
/* The functions that fill an array with an element for each processor of a group, or for each idle state of a processor. */
#include "library/api/api.h"
#include "library/query/query.h"

#include <stddef.h>

_Static_assert(sizeof(CYCLETIME_PROCESSOR_PERFORMANCE) == sizeof(struct nt_processor_times), "class 8");
_Static_assert(sizeof(CYCLETIME_PROCESSOR_IDLE) == sizeof(struct nt_processor_idle), "class 0x2a");

/* Which of the two length rules the idle cycle functions keep in this process. */
static LONG chosen_rule = -1;

/* The rule that was set, otherwise the rule that the environment variable names at the first call. */
static enum length_rule choose_length_rule(void)
{
    static const WCHAR *const documented[] = { L"documented", NULL };
    LONG known = __atomic_load_n(&chosen_rule, __ATOMIC_ACQUIRE), none = -1;

    if (known != none) return known;
    known = nt_environment_is(L"CYCLETIME_CONTRACT", documented) ? LENGTH_DOCUMENTED : LENGTH_WINDOWS;
    /* A rule that another thread has set meanwhile is kept. */
    if (__atomic_compare_exchange_n(&chosen_rule, &none, known, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return known;
    return none;
}

BOOL WINAPI CycletimeSetContract(CYCLETIME_CONTRACT Contract)
{
    if (Contract != CYCLETIME_CONTRACT_WINDOWS && Contract != CYCLETIME_CONTRACT_DOCUMENTED)
        return return_status(STATUS_INVALID_PARAMETER);
    __atomic_store_n(&chosen_rule, Contract == CYCLETIME_CONTRACT_WINDOWS ? LENGTH_WINDOWS : LENGTH_DOCUMENTED,
                     __ATOMIC_RELEASE);
    return TRUE;
}

_Static_assert(sizeof(CYCLETIME_PROCESSOR_PERFORMANCE) == sizeof(CYCLETIME_PROCESSOR_IDLE), "both have one size");

/* Windows' functions, which are those of cycles, report of a group that Wine cuts short (nt.h) the processors of the mask
   alone unless the buffer has room for all: their callers make room for the group's mask, or for as many processors as
   GetSystemInfo reports. */
static BOOL report_array(CYCLETIME_QUESTION question, USHORT group, PULONG length, PVOID buffer)
{
    const enum length_rule rule = question == CYCLETIME_QUESTION_SYSTEM_CYCLES ? LENGTH_SIZED : choose_length_rule();
    const ULONG size = sources_count_cycles(question) ? sizeof(ULONG64) : sizeof(CYCLETIME_PROCESSOR_PERFORMANCE);
    struct length_verdict verdict;
    struct nt_groups groups;
    PVOID elements;
    NTSTATUS status;
    ULONG count, given;

    if (!length) return return_status(STATUS_INVALID_PARAMETER);
    status = nt_groups(&groups);
    if (!NT_SUCCESS(status)) return return_status(status);
    if (group >= groups.count) return return_status(STATUS_INVALID_PARAMETER);
    given = *(unaligned_DWORD *)length;
    count = groups.processors[group];
    if (sources_count_cycles(question) && !buffer_length(LENGTH_SIZED, buffer, given, count, size).fill)
        count = groups.in_mask[group];
    verdict = buffer_length(rule, buffer, given, count, size);
    if (verdict.fill) {
        /* The buffer need not be aligned. It is left alone unless the whole answer is known. */
        elements = nt_allocate((SIZE_T)count * size);
        if (!elements) return return_status(STATUS_NO_MEMORY);
        switch (question) {
        case CYCLETIME_QUESTION_PROCESSOR_TIMES: status = query_processor_times(group, count, elements); break;
        case CYCLETIME_QUESTION_IDLE_STATES: status = query_processor_idle(group, count, elements); break;
        default: status = query_processor_cycles(question, group, count, elements);
        }
        if (NT_SUCCESS(status)) memcpy(buffer, elements, (SIZE_T)count * size);
        nt_release(elements);
        if (!NT_SUCCESS(status)) return return_status(status);
    }
    *(unaligned_DWORD *)length = verdict.length;
    return return_status(verdict.status);
}

BOOL WINAPI CycletimeQueryProcessorPerformance(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_PERFORMANCE *Buffer)
{
    return report_array(CYCLETIME_QUESTION_PROCESSOR_TIMES, Group, BufferLength, Buffer);
}

BOOL WINAPI CycletimeQueryProcessorIdle(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_IDLE *Buffer)
{
    return report_array(CYCLETIME_QUESTION_IDLE_STATES, Group, BufferLength, Buffer);
}

BOOL WINAPI GetProcessorSystemCycleTime(USHORT Group, struct _SYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION *Buffer,
                                        PDWORD ReturnedLength)
{
    return report_array(CYCLETIME_QUESTION_SYSTEM_CYCLES, Group, ReturnedLength, Buffer);
}
IMPORT_POINTER(GetProcessorSystemCycleTime, 12);

BOOL WINAPI QueryIdleProcessorCycleTimeEx(USHORT Group, PULONG BufferLength, PULONG64 ProcessorIdleCycleTime)
{
    return report_array(CYCLETIME_QUESTION_IDLE_CYCLES, Group, BufferLength, ProcessorIdleCycleTime);
}
IMPORT_POINTER(QueryIdleProcessorCycleTimeEx, 12);

BOOL WINAPI QueryIdleProcessorCycleTime(PULONG BufferLength, PULONG64 ProcessorIdleCycleTime)
{
    return report_array(CYCLETIME_QUESTION_IDLE_CYCLES, nt_current_group(), BufferLength, ProcessorIdleCycleTime);
}
IMPORT_POINTER(QueryIdleProcessorCycleTime, 8);

enum { HEADER = offsetof(PEP_PPM_QUERY_IDLE_STATES, IdleStates), MOST_STATES = 64, MOST_C_STATE = 15 };

_Static_assert(HEADER == offsetof(PEP_PPM_QUERY_IDLE_STATES_V2, IdleStates), "PEP_PPM_QUERY_IDLE_STATES_V2");
_Static_assert(sizeof(PEP_PROCESSOR_IDLE_STATE) == 4, "PEP_PROCESSOR_IDLE_STATE");
_Static_assert(sizeof(PEP_PROCESSOR_IDLE_STATE_V2) == 12, "PEP_PROCESSOR_IDLE_STATE_V2");

/* SIZE is the size of one of the two structures; the longer one begins with the shorter one. */
static BOOL report_states(USHORT group, BYTE number, ULONG given, BYTE *buffer, ULONG size)
{
    struct unixlib_idle_state states[MOST_STATES];
    struct length_verdict verdict;
    PEP_PROCESSOR_IDLE_STATE_V2 reported;
    const char *name;
    NTSTATUS status;
    ULONG count, c_state, i;
    BOOLEAN is_poll;

    if (!buffer) return return_status(STATUS_INVALID_PARAMETER);
    status = query_idle_states(group, number, MOST_STATES, states, &count);
    if (!NT_SUCCESS(status)) return return_status(status);
    verdict = counted_length(buffer, given, HEADER, count, size);
    if (!verdict.fill) return return_status(verdict.status);
    *(unaligned_DWORD *)(buffer + offsetof(PEP_PPM_QUERY_IDLE_STATES, MaximumCoordinatedProcessors)) = 0;
    for (i = 0; i < count; i++) {
        name = states[i].name;
        is_poll = name[0] == 'P' && name[1] == 'O' && name[2] == 'L' && name[3] == 'L' && !name[4];
        c_state = c_state_of(name);
        reported = (PEP_PROCESSOR_IDLE_STATE_V2){ .Latency = (ULONG)states[i].latency * 10,
                                                  .BreakEvenDuration = (ULONG)states[i].residency * 10 };
        reported.Interruptible = 1;
        reported.ThreadContextRetained = 1;
        reported.CacheCoherent = c_state == 1 || c_state == 2 || is_poll;
        reported.CStateType = c_state <= MOST_C_STATE ? c_state : 0;
        memcpy(buffer + HEADER + (SIZE_T)i * size, &reported, size);
    }
    return TRUE;
}

BOOL WINAPI CycletimeQueryIdleStateCount(USHORT Group, BYTE Number, PULONG Count)
{
    struct unixlib_idle_state states[MOST_STATES];
    ULONG count = 0;

    if (!Count) return return_status(STATUS_INVALID_PARAMETER);
    if (!return_status(query_idle_states(Group, Number, MOST_STATES, states, &count))) return FALSE;
    *(unaligned_DWORD *)Count = count;
    return TRUE;
}

BOOL WINAPI CycletimeQueryIdleStates(USHORT Group, BYTE Number, ULONG BufferLength, PPEP_PPM_QUERY_IDLE_STATES States)
{
    return report_states(Group, Number, BufferLength, (BYTE *)States, sizeof(PEP_PROCESSOR_IDLE_STATE));
}

BOOL WINAPI CycletimeQueryIdleStatesV2(USHORT Group, BYTE Number, ULONG BufferLength, PPEP_PPM_QUERY_IDLE_STATES_V2 States)
{
    return report_states(Group, Number, BufferLength, (BYTE *)States, sizeof(PEP_PROCESSOR_IDLE_STATE_V2));
}
