/* SPDX-License-Identifier: MIT */
#include "import_pointer.h"
#include "result.h"
#include "../query/query.h"

/* Callers on x86 may hand in what is not aligned, as to the system. */
typedef ULONG64 unaligned_ULONG64 __attribute__((aligned(1)));

BOOL WINAPI QueryThreadCycleTime(HANDLE ThreadHandle, PULONG64 CycleTime)
{
    ULONG64 cycles;

    if (!CycleTime) return result(STATUS_INVALID_PARAMETER);
    if (!result(query_thread_cycles(ThreadHandle, &cycles))) return FALSE;
    *(unaligned_ULONG64 *)CycleTime = cycles;
    return TRUE;
}
IMPORT_POINTER(QueryThreadCycleTime, 8);

BOOL WINAPI QueryProcessCycleTime(HANDLE ProcessHandle, PULONG64 CycleTime)
{
    ULONG64 cycles;

    if (!CycleTime) return result(STATUS_INVALID_PARAMETER);
    if (!result(query_process_cycles(ProcessHandle, &cycles))) return FALSE;
    *(unaligned_ULONG64 *)CycleTime = cycles;
    return TRUE;
}
IMPORT_POINTER(QueryProcessCycleTime, 8);
