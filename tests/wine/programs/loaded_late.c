/* SPDX-License-Identifier: MIT */
/* A DLL with no knowledge of cycletime that is loaded after hooking. */
#include <windows.h>

__declspec(dllexport) BOOL loaded_late_query(HANDLE thread, PULONG64 cycles)
{
    return QueryThreadCycleTime(thread, cycles);
}
