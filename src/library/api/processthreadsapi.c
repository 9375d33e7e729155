/* SPDX-License-Identifier: MIT */
/* The exported functions of processthreadsapi.h. */
#include "library/api/api.h"
#include "library/query/cpu_time.h"
#include "library/query/query.h"

static void put_filetime(LPFILETIME filetime, ULONG64 time)
{
    if (!filetime) return;
    ((unaligned_DWORD *)filetime)[0] = (DWORD)time;
    ((unaligned_DWORD *)filetime)[1] = (DWORD)(time >> 32);
}

static BOOL return_times(NTSTATUS status, const struct nt_times *times, LPFILETIME creation, LPFILETIME exit,
                         LPFILETIME kernel, LPFILETIME user)
{
    if (!return_status(status)) return FALSE;
    put_filetime(creation, times->creation);
    put_filetime(exit, times->exit);
    put_filetime(kernel, times->kernel);
    put_filetime(user, times->user);
    return TRUE;
}

BOOL WINAPI GetProcessTimes(HANDLE hProcess, LPFILETIME lpCreationTime, LPFILETIME lpExitTime, LPFILETIME lpKernelTime,
                            LPFILETIME lpUserTime)
{
    struct cpu_time seen;
    struct nt_times times;
    NTSTATUS status;

    if (!lpCreationTime || !lpExitTime || !lpKernelTime || !lpUserTime) return return_status(STATUS_INVALID_PARAMETER);
    status = query_cpu_time(CYCLETIME_QUESTION_PROCESS_TIMES, hProcess, &seen);
    times = (struct nt_times){ seen.creation, seen.exit, seen.kernel, seen.user };
    return return_times(status, &times, lpCreationTime, lpExitTime, lpKernelTime, lpUserTime);
}
IMPORT_POINTER(GetProcessTimes, 20);

/* A NULL pointer is skipped, as Wine does. */
BOOL WINAPI GetThreadTimes(HANDLE hThread, LPFILETIME lpCreationTime, LPFILETIME lpExitTime, LPFILETIME lpKernelTime,
                           LPFILETIME lpUserTime)
{
    struct nt_times times;
    NTSTATUS status = query_thread_times(hThread, &times);

    return return_times(status, &times, lpCreationTime, lpExitTime, lpKernelTime, lpUserTime);
}
IMPORT_POINTER(GetThreadTimes, 20);

/* In a hooked program the system itself computes them from class 8: the two always agree. */
BOOL WINAPI GetSystemTimes(PFILETIME lpIdleTime, PFILETIME lpKernelTime, PFILETIME lpUserTime)
{
    struct nt_processor_times all;
    NTSTATUS status = nt_exported_system_times(&all);

    if (status == STATUS_NOT_SUPPORTED) status = query_system_times(&all);
    if (!return_status(status)) return FALSE;
    put_filetime(lpIdleTime, all.idle);
    put_filetime(lpKernelTime, all.kernel);
    put_filetime(lpUserTime, all.user);
    return TRUE;
}
IMPORT_POINTER(GetSystemTimes, 12);
