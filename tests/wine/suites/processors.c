/* SPDX-License-Identifier: MIT */
/* Processors, as a program asks about them that was linked with the functions: this source is linked once with the static
   library and once through the import library. */
#include "linkage.h"

#include <windows.h>

const char *const linked[] = { "QueryIdleProcessorCycleTime", "QueryIdleProcessorCycleTimeEx",
                               "GetProcessorSystemCycleTime", "GetSystemTimes", "CycletimeSetContract", NULL };

/* Windows puts a program into one of the groups, or from Windows 11 on into all; the tests are about the first one. */
__attribute__((constructor)) static void stay_in_the_first_group(void)
{
    const DWORD count = GetActiveProcessorCount(0), bits = 8 * sizeof(KAFFINITY);
    const GROUP_AFFINITY first = { .Mask = count < bits ? ((KAFFINITY)1 << count) - 1 : ~(KAFFINITY)0 };

    if (GetActiveProcessorGroupCount() > 1) SetThreadGroupAffinity(GetCurrentThread(), &first, NULL);
}
