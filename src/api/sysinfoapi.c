/* SPDX-License-Identifier: MIT */
#include "import_pointer.h"
#include "processor_array.h"
#include "../query/processor_structures.h"

BOOL WINAPI GetProcessorSystemCycleTime(USHORT Group, PSYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION Buffer,
                                        PDWORD ReturnedLength)
{
    return processor_array(LENGTH_SIZED, sizeof(ULONG64), processor_system_cycles, Group, ReturnedLength, Buffer);
}
IMPORT_POINTER(GetProcessorSystemCycleTime, 12);
