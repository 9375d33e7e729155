/* SPDX-License-Identifier: MIT */
/*
 * cycletime: true CPU-time answers for Windows programs.
 *
 * Link libcycletime_static.a (before kernel32) or cycletime.dll's import library, include <windows.h> as always and
 * call Windows' own functions; this header is needed only for what Windows does not declare.
 *
 * All of them: handles may be real or pseudo handles, of this or another process. TRUE leaves the last error untouched.
 * FALSE leaves every output untouched and sets the last error:
 *   ERROR_INVALID_HANDLE     NULL, a closed handle, or a handle of another kind of object
 *   ERROR_ACCESS_DENIED      the handle lacks the right
 *   ERROR_INVALID_PARAMETER  NULL where a result has to go
 *   ERROR_NOT_SUPPORTED      nobody knows the answer (below)
 * An answer about a thread or process is never smaller than one given earlier in the same process. Memory for that holds
 * 2,048 threads and processes; beyond it the longest unasked is forgotten.
 *
 * QueryThreadCycleTime(Thread, &Cycles)     right: THREAD_QUERY_LIMITED_INFORMATION (Microsoft's page named process
 *                                           rights until 2025); XP, 2003: THREAD_QUERY_INFORMATION
 * QueryProcessCycleTime(Process, &Cycles)   right: PROCESS_QUERY_LIMITED_INFORMATION; XP, 2003:
 *                                           PROCESS_QUERY_INFORMATION
 *   Kernel and user cycles; of a process, of all its threads, ended ones included. A cycle is a tick of the time-stamp
 *   counter (rdtsc), as on Windows. From the system's own counter, else kernel + user time times the counter's rate,
 *   and then as coarse as these: 10 ms under Wine, 15.6 ms on Windows XP. The first such call measures the rate, once,
 *   in 5 ms. ERROR_NOT_SUPPORTED: it has ended, the system tells its time no more (Wine), and it was not asked before.
 *
 * GetThreadTimes(Thread, &Creation, &Exit, &Kernel, &User)     rights as above; any pointer may be NULL, as in Wine
 * GetProcessTimes(Process, &Creation, &Exit, &Kernel, &User)   rights as above; no pointer may be NULL
 *   Creation and Exit are dates, Exit is 0 while it runs (Windows: undefined); Kernel and User are durations in 100 ns.
 *   Under Wine the times of another process are that process's own. When it has ended and the system tells its time no
 *   more (Wine): TRUE with the true dates and the last Kernel and User that were asked, else 0, because programs abort
 *   when these functions fail.
 */
#ifndef CYCLETIME_H
#define CYCLETIME_H

#include <windows.h>

#ifdef __cplusplus
extern "C" {
#endif

#if _WIN32_WINNT < 0x0600  /* <windows.h> hides these */
BOOL WINAPI QueryThreadCycleTime(HANDLE ThreadHandle, PULONG64 CycleTime);
BOOL WINAPI QueryProcessCycleTime(HANDLE ProcessHandle, PULONG64 CycleTime);
#endif

typedef enum _CYCLETIME_CONTRACT { CycletimeContractWindows, CycletimeContractDocumented } CYCLETIME_CONTRACT;
typedef enum _CYCLETIME_SOURCE {
    CycletimeSourceNone, CycletimeSourceNtCounters, CycletimeSourceNtTimes, CycletimeSourceWineHost
} CYCLETIME_SOURCE;
typedef enum _CYCLETIME_QUESTION {
    CycletimeThreadCycles, CycletimeProcessCycles, CycletimeThreadTimes, CycletimeProcessTimes, CycletimeIdleCycles,
    CycletimeSystemCycles, CycletimeProcessorTimes, CycletimeIdleStates
} CYCLETIME_QUESTION;

BOOL WINAPI CycletimeSetContract(CYCLETIME_CONTRACT Contract);
BOOL WINAPI CycletimeQueryFrequency(PULONG64 CyclesPerSecond);
BOOL WINAPI CycletimeQueryThreadCpuTime(HANDLE Thread, PULONG64 Nanoseconds);
BOOL WINAPI CycletimeQueryProcessCpuTime(HANDLE Process, PULONG64 Nanoseconds);
BOOL WINAPI CycletimeQuerySource(CYCLETIME_QUESTION Question, CYCLETIME_SOURCE *Source, PULONG64 StepNanoseconds);

/*
 * Puts cycletime's functions in place of kernel32's and kernelbase's in this process: in their export tables, so for
 * every import, GetProcAddress and DLL to come, and in the import slots of the modules loaded so far. cycletime.dll then
 * stays loaded. All or nothing; a second call changes nothing and is TRUE. Not in the static library.
 * FALSE: nothing was changed; the last error tells why (ERROR_BAD_EXE_FORMAT: an export table that cannot be read,
 * ERROR_NOT_ENOUGH_MEMORY, or what the system said).
 */
BOOL WINAPI CycletimeGraft(void);

#ifdef __cplusplus
}
#endif

#endif
