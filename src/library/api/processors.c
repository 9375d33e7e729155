/* SPDX-License-Identifier: MIT */
/* The functions that fill an array with an element for each processor of a group. */
#include "cycletime.h"
#include "library/api/api.h"
#include "library/nt/nt.h"
#include "library/query/query.h"

_Static_assert(sizeof(CYCLETIME_PROCESSOR_PERFORMANCE) == sizeof(struct nt_processor_times), "class 8");
_Static_assert(sizeof(CYCLETIME_PROCESSOR_IDLE) == sizeof(struct nt_processor_idle), "class 0x2a");

/* Which of the two length rules the idle cycle functions keep in this process. */
static LONG chosen_rule = -1;

/* The rule is the one that was set, else the one that the environment variable names at the first call. */
static enum length_rule choose_length_rule(void)
{
    LONG known = __atomic_load_n(&chosen_rule, __ATOMIC_ACQUIRE), none = -1;

    if (known != none) return known;
    known = nt_environment_is(L"CYCLETIME_CONTRACT", L"documented") ? LENGTH_DOCUMENTED : LENGTH_WINDOWS;
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

/* An array of an element for each processor of a group: the elements have SIZE bytes, and are the answers to QUESTION. */
struct processor_array {
    enum length_rule rule;
    /* For a group that Wine cuts short (nt.h): whether the function reports the processors of the mask alone unless the
       buffer has room for all. Windows' functions do: their callers make room for the group's mask, or for as many
       processors as GetSystemInfo reports. */
    BOOLEAN is_cut_short;
    ULONG size;
    CYCLETIME_QUESTION question;
};

static BOOL report_array(const struct processor_array *array, USHORT group, PULONG length, PVOID buffer)
{
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
    if (array->is_cut_short && !buffer_length(LENGTH_SIZED, buffer, given, count, array->size).fill)
        count = groups.in_mask[group];
    verdict = buffer_length(array->rule, buffer, given, count, array->size);
    if (verdict.fill) {
        /* The buffer need not be aligned. It is left alone unless the whole answer is known. */
        elements = nt_allocate((SIZE_T)count * array->size);
        if (!elements) return return_status(STATUS_NO_MEMORY);
        switch (array->question) {
        case CYCLETIME_QUESTION_PROCESSOR_TIMES: status = query_processor_times(group, count, elements); break;
        case CYCLETIME_QUESTION_IDLE_STATES: status = query_processor_idle(group, count, elements); break;
        default: status = query_processor_cycles(array->question, group, count, elements);
        }
        if (NT_SUCCESS(status)) memcpy(buffer, elements, (SIZE_T)count * array->size);
        nt_release(elements);
        if (!NT_SUCCESS(status)) return return_status(status);
    }
    *(unaligned_DWORD *)length = verdict.length;
    return return_status(verdict.status);
}

BOOL WINAPI CycletimeQueryProcessorPerformance(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_PERFORMANCE *Buffer)
{
    const struct processor_array array = { choose_length_rule(), FALSE, sizeof *Buffer,
                                           CYCLETIME_QUESTION_PROCESSOR_TIMES };

    return report_array(&array, Group, BufferLength, Buffer);
}

BOOL WINAPI CycletimeQueryProcessorIdle(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_IDLE *Buffer)
{
    const struct processor_array array = { choose_length_rule(), FALSE, sizeof *Buffer, CYCLETIME_QUESTION_IDLE_STATES };

    return report_array(&array, Group, BufferLength, Buffer);
}

BOOL WINAPI GetProcessorSystemCycleTime(USHORT Group, struct _SYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION *Buffer,
                                        PDWORD ReturnedLength)
{
    static const struct processor_array array = { LENGTH_SIZED, TRUE, sizeof(ULONG64), CYCLETIME_QUESTION_SYSTEM_CYCLES };

    return report_array(&array, Group, ReturnedLength, Buffer);
}
IMPORT_POINTER(GetProcessorSystemCycleTime, 12);

BOOL WINAPI QueryIdleProcessorCycleTimeEx(USHORT Group, PULONG BufferLength, PULONG64 ProcessorIdleCycleTime)
{
    const struct processor_array array = { choose_length_rule(), TRUE, sizeof(ULONG64), CYCLETIME_QUESTION_IDLE_CYCLES };

    return report_array(&array, Group, BufferLength, ProcessorIdleCycleTime);
}
IMPORT_POINTER(QueryIdleProcessorCycleTimeEx, 12);

BOOL WINAPI QueryIdleProcessorCycleTime(PULONG BufferLength, PULONG64 ProcessorIdleCycleTime)
{
    return QueryIdleProcessorCycleTimeEx(nt_current_group(), BufferLength, ProcessorIdleCycleTime);
}
IMPORT_POINTER(QueryIdleProcessorCycleTime, 8);
