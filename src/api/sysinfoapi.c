/* SPDX-License-Identifier: MIT */
#include "import_pointer.h"
#include "processor_array.h"
#include "../query/query.h"

static NTSTATUS fill_system_cycles(USHORT group, ULONG count, PVOID buffer)
{
    return processor_array_cycles(query_system_cycles, group, count, buffer);
}

BOOL WINAPI GetProcessorSystemCycleTime(USHORT Group, PSYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION Buffer,
                                        PDWORD ReturnedLength)
{
    return processor_array(LENGTH_SIZED, sizeof(ULONG64), fill_system_cycles, Group, ReturnedLength, Buffer);
}
IMPORT_POINTER(GetProcessorSystemCycleTime, 12);
