/* SPDX-License-Identifier: MIT */
/* The functions that fill an array with an element for each processor of a group. */
#include "cycletime.h"
#include "import_pointer.h"
#include "result.h"
#include "../nt/unaligned.h"
#include "../query/buffer_length.h"
#include "../query/processor_structures.h"

/* Which of the two length contracts the idle cycle functions keep in this process. */
static LONG chosen = -1;

/* What was set, else what the environment says at the first call. */
static enum length_contract contract(void)
{
    LONG known = __atomic_load_n(&chosen, __ATOMIC_ACQUIRE), none = -1;

    if (known != none) return known;
    known = nt_environment_is(L"CYCLETIME_CONTRACT", L"documented") ? LENGTH_DOCUMENTED : LENGTH_WINDOWS;
    /* Unless somebody has set it meanwhile. */
    if (__atomic_compare_exchange_n(&chosen, &none, known, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return known;
    return none;
}

BOOL WINAPI CycletimeSetContract(CYCLETIME_CONTRACT Contract)
{
    if (Contract != CYCLETIME_CONTRACT_WINDOWS && Contract != CYCLETIME_CONTRACT_DOCUMENTED)
        return result(STATUS_INVALID_PARAMETER);
    __atomic_store_n(&chosen, Contract == CYCLETIME_CONTRACT_WINDOWS ? LENGTH_WINDOWS : LENGTH_DOCUMENTED,
                     __ATOMIC_RELEASE);
    return TRUE;
}

/* Which processors of a group that Wine cuts short (nt.h) a function speaks of. */
enum spoken_of {
    ALL_PROCESSORS,
    /* As Windows' functions, whose callers make room for the group's mask or for as many as GetSystemInfo tells: those of
       the mask, but all of them where there is room for all. */
    GROUP_PROCESSORS,
};

/* What they have in common: elements of SIZE bytes, of which FILL writes COUNT to a buffer that need not be aligned, all or
   none. */
struct processor_array {
    enum length_contract contract;
    enum spoken_of spoken_of;
    ULONG size;
    NTSTATUS (*fill)(USHORT group, ULONG count, PVOID buffer);
};

static ULONG count_of(const struct processor_array *array, const struct nt_groups *groups, USHORT group, ULONG given,
                      const void *buffer)
{
    const BOOLEAN has_room = buffer && given / array->size >= groups->processors[group];

    return array->spoken_of == ALL_PROCESSORS || has_room ? groups->processors[group] : groups->in_mask[group];
}

static BOOL tell(const struct processor_array *array, USHORT group, PULONG length, PVOID buffer)
{
    struct length_verdict verdict;
    struct nt_groups groups;
    NTSTATUS status;
    ULONG count, given;

    if (!length) return result(STATUS_INVALID_PARAMETER);
    status = nt_groups(&groups);
    if (!NT_SUCCESS(status)) return result(status);
    if (group >= groups.count) return result(STATUS_INVALID_PARAMETER);
    given = *(unaligned_DWORD *)length;
    count = count_of(array, &groups, group, given, buffer);
    verdict = buffer_length(array->contract, buffer, given, count, array->size);
    if (verdict.fill && !NT_SUCCESS(status = array->fill(group, count, buffer))) return result(status);
    *(unaligned_DWORD *)length = verdict.length;
    return result(verdict.status);
}

BOOL WINAPI CycletimeQueryProcessorPerformance(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_PERFORMANCE *Buffer)
{
    const struct processor_array array = { contract(), ALL_PROCESSORS, sizeof *Buffer, processor_performance };

    return tell(&array, Group, BufferLength, Buffer);
}

BOOL WINAPI CycletimeQueryProcessorIdle(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_IDLE *Buffer)
{
    const struct processor_array array = { contract(), ALL_PROCESSORS, sizeof *Buffer, processor_idle };

    return tell(&array, Group, BufferLength, Buffer);
}

BOOL WINAPI GetProcessorSystemCycleTime(USHORT Group, struct _SYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION *Buffer,
                                        PDWORD ReturnedLength)
{
    static const struct processor_array array = { LENGTH_SIZED, GROUP_PROCESSORS, sizeof(ULONG64),
                                                  processor_system_cycles };

    return tell(&array, Group, ReturnedLength, Buffer);
}
IMPORT_POINTER(GetProcessorSystemCycleTime, 12);

BOOL WINAPI QueryIdleProcessorCycleTimeEx(USHORT Group, PULONG BufferLength, PULONG64 ProcessorIdleCycleTime)
{
    const struct processor_array array = { contract(), GROUP_PROCESSORS, sizeof(ULONG64), processor_idle_cycles };

    return tell(&array, Group, BufferLength, ProcessorIdleCycleTime);
}
IMPORT_POINTER(QueryIdleProcessorCycleTimeEx, 12);

BOOL WINAPI QueryIdleProcessorCycleTime(PULONG BufferLength, PULONG64 ProcessorIdleCycleTime)
{
    return QueryIdleProcessorCycleTimeEx(nt_current_group(), BufferLength, ProcessorIdleCycleTime);
}
IMPORT_POINTER(QueryIdleProcessorCycleTime, 8);
