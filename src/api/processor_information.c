/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "processor_array.h"
#include "../query/contract.h"
#include "../query/processor_structures.h"

BOOL WINAPI CycletimeQueryProcessorPerformance(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_PERFORMANCE *Buffer)
{
    return processor_array(contract_get(), sizeof *Buffer, processor_performance, Group, BufferLength, Buffer);
}

BOOL WINAPI CycletimeQueryProcessorIdle(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_IDLE *Buffer)
{
    return processor_array(contract_get(), sizeof *Buffer, processor_idle, Group, BufferLength, Buffer);
}
