/* SPDX-License-Identifier: MIT */
#include "cycletime.h"
#include "import_pointer.h"
#include "processor_array.h"
#include "../query/processor_structures.h"

BOOL WINAPI GetProcessorSystemCycleTime(USHORT Group, struct _SYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION *Buffer,
                                        PDWORD ReturnedLength)
{
    static const struct processor_array array = { LENGTH_SIZED, GROUP_PROCESSORS, sizeof(ULONG64),
                                                  processor_system_cycles };

    return processor_array(&array, Group, ReturnedLength, Buffer);
}
IMPORT_POINTER(GetProcessorSystemCycleTime, 12);
