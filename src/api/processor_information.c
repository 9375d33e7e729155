/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "processor_array.h"
#include "../query/contract.h"
#include "../query/processor_structures.h"

BOOL WINAPI CycletimeQueryProcessorPerformance(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_PERFORMANCE *Buffer)
{
    const struct processor_array array = { contract_get(), ALL_PROCESSORS, sizeof *Buffer, processor_performance };

    return processor_array(&array, Group, BufferLength, Buffer);
}

BOOL WINAPI CycletimeQueryProcessorIdle(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_IDLE *Buffer)
{
    const struct processor_array array = { contract_get(), ALL_PROCESSORS, sizeof *Buffer, processor_idle };

    return processor_array(&array, Group, BufferLength, Buffer);
}
