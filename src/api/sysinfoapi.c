/* SPDX-License-Identifier: MIT */
#include "import_pointer.h"
#include "processor_cycles.h"
#include "../query/query.h"

BOOL WINAPI GetProcessorSystemCycleTime(USHORT Group, PSYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION Buffer,
                                        PDWORD ReturnedLength)
{
    return processor_cycles(LENGTH_SIZED, query_system_cycles, Group, ReturnedLength, Buffer);
}
IMPORT_POINTER(GetProcessorSystemCycleTime, 12);
