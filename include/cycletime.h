/* SPDX-License-Identifier: MIT */
/**
 * @mainpage cycletime.h
 *
 * CPU times and cycles for Windows programs, where the system under them reports none, wrong ones or coarse ones. Windows'
 * own functions keep their names: a program includes <windows.h>, calls them as always, and links libcycletime_static.a or
 * cycletime.dll's import library before kernel32's. This header documents what these functions do in cycletime, and
 * declares the functions that Windows does not have. cycletime was tested under Wine and against models of Windows; it has
 * never been run on Windows.
 *
 * @name Rules for all functions
 *
 * A handle may be a real or a pseudo handle, of this or of another process. If a function succeeds, it leaves the last
 * error unchanged. If it returns FALSE, it leaves all outputs unchanged, except a length that it reports, and the last
 * error is:
 *
 * @retval ERROR_INVALID_HANDLE       the handle is NULL, closed, or one of another kind of object
 * @retval ERROR_ACCESS_DENIED        the handle lacks the right
 * @retval ERROR_INVALID_PARAMETER    a required pointer is NULL, or there is no such processor group
 * @retval ERROR_INSUFFICIENT_BUFFER  the buffer is too short, and the length says what is needed
 * @retval ERROR_NOT_SUPPORTED        no source here knows the answer
 * @retval ERROR_NOT_ENOUGH_MEMORY    the system has no memory left
 *
 * An answer about a thread, a process or a processor is never smaller than an earlier one in the same process. cycletime
 * remembers the answers about 2,048 threads and processes, and then forgets the one that was queried the longest ago; and
 * about 4,096 processors, in 64 groups of 64 or in one group.
 *
 * A cycle is a tick of the processor's time-stamp counter (TSC), as on Windows. Where cycles are derived from a time,
 * they are that time multiplied by the TSC's rate, and move in the time's steps: 10 ms under Wine, 15.6 ms on Windows.
 * The hypervisor or the processor reports the rate. If neither does, the first call that needs the rate measures it, in
 * 5 ms, to about 0.001 %. With the Linux side the rate is measured once in each boot of the machine, and kept in a file of
 * the user.
 *
 * "The Linux side" is cycletime_unixlib.so, a library that Wine loads into the process beside cycletime.dll; see
 * CycletimeQueryUnixlibState.
 */
#ifndef CYCLETIME_H
#define CYCLETIME_H

#include <windows.h>
#include <sal.h>

#include "cycletime/pep_idle.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name Version
 *
 * The version of this header; CycletimeQueryVersion returns the library's. Only a new major version changes or removes what
 * programs depend on: exports, enumerators, structures, and what is promised here. A new minor version may add functions,
 * enumerators, and members of CYCLETIME_THREAD and CYCLETIME_PROCESS_EXTENSION.
 */
#define CYCLETIME_VERSION_MAJOR 1
#define CYCLETIME_VERSION_MINOR 2
#define CYCLETIME_VERSION_PATCH 0
#define CYCLETIME_VERSION (CYCLETIME_VERSION_MAJOR * 65536 + CYCLETIME_VERSION_MINOR * 256 + CYCLETIME_VERSION_PATCH)
#define CYCLETIME_VERSION_STRING "1.2.0"

/**
 * Returns the version of the library that answers, as CYCLETIME_VERSION is that of the header.
 *
 * @return major * 65536 + minor * 256 + patch; it cannot fail
 */
ULONG WINAPI CycletimeQueryVersion(void);

/* Windows' own functions are declared once more, as <windows.h> declares them: there some are hidden by _WIN32_WINNT, or
   missing. Microsoft's declares three of them without dllimport. */
#ifdef _MSC_VER
#define CYCLETIME_HRESULT HRESULT WINAPI
#else
#define CYCLETIME_HRESULT WINBASEAPI HRESULT WINAPI
#endif
struct _SYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION; /* winnt.h has it; Wine's up to 8 has not */

/**
 * @name Threads and processes
 *
 * Where a right is named with LIMITED, Windows XP and 2003 need THREAD_QUERY_INFORMATION or PROCESS_QUERY_INFORMATION.
 * (Microsoft's page of QueryThreadCycleTime named the rights of processes until 2025.)
 */

/**
 * Retrieves the cycles that a thread has used, in kernel and in user mode.
 *
 * The Linux side answers for threads of this process, ended ones too, and for threads of another process that has cycletime
 * in it. For other threads the system's own counter answers; if there is none, the cycles are derived from kernel + user
 * time. If a hypervisor takes the processor away without Linux's knowledge, the calling thread's cycles include that time
 * for up to a millisecond.
 *
 * @param ThreadHandle  needs THREAD_QUERY_LIMITED_INFORMATION
 * @param CycleTime     receives the cycles
 * @return FALSE: as the rules for all functions say; ERROR_NOT_SUPPORTED if the thread has ended, the system no longer
 *         reports its time (Wine), and no earlier query was about it
 */
WINBASEAPI BOOL WINAPI QueryThreadCycleTime(_In_ HANDLE ThreadHandle, _Out_ PULONG64 CycleTime);

/**
 * Retrieves the cycles that all threads of a process have used, ended ones included, in kernel and in user mode.
 *
 * The sources are those of QueryThreadCycleTime.
 *
 * @param ProcessHandle  needs PROCESS_QUERY_LIMITED_INFORMATION
 * @param CycleTime      receives the cycles
 * @return FALSE: as at QueryThreadCycleTime
 */
WINBASEAPI BOOL WINAPI QueryProcessCycleTime(_In_ HANDLE ProcessHandle, _Out_ PULONG64 CycleTime);

/**
 * Retrieves when a thread began and ended, and what it has used.
 *
 * The sources are those of GetProcessTimes. For the calling thread, the sum of both times is its clock's, and the kernel
 * part is up to a millisecond old.
 *
 * @param hThread         needs THREAD_QUERY_LIMITED_INFORMATION
 * @param lpCreationTime  receives a date; 100 ns since 1601
 * @param lpExitTime      receives a date, 0 while the thread runs (on Windows it is undefined then)
 * @param lpKernelTime    receives a duration in 100 ns
 * @param lpUserTime      the same; any of the four may be NULL, as in Wine
 * @return FALSE: as the rules for all functions say
 */
WINBASEAPI BOOL WINAPI GetThreadTimes(_In_ HANDLE hThread, _Out_ LPFILETIME lpCreationTime, _Out_ LPFILETIME lpExitTime,
                                      _Out_ LPFILETIME lpKernelTime, _Out_ LPFILETIME lpUserTime);

/**
 * Retrieves when a process began and ended, and what its threads have used.
 *
 * Under Wine the times of another process are that process's own, not the caller's. If the process has ended and the system
 * no longer reports its times (Wine), the function still returns TRUE, because programs abort when it fails: with the true
 * dates, and with the times of the last query of this process, or 0. This is also so where processes cannot report their
 * times to one another.
 *
 * The Linux side reports the times of this process and its threads, ended ones included, and those of another process that
 * has cycletime in it, and of its threads. They come from the kernel's CPU clocks, in nanoseconds, while the process lives
 * and after it has ended by itself. If the process descends from "cycletime run", they are also known after any other end:
 * killed by another process or with its job, by an unhandled exception, by failing fast. For Windows such a process may end
 * some milliseconds before it ends for Linux; a caller in between waits for Linux, for 30 ms at most.
 *
 * If an ended process descends from a "cycletime run" that still runs, and has no other Linux parent, its times are all
 * that it used, as Linux reports them with its end, even if Linux killed it. If another process ended by itself, its times
 * lack the 0.4 to 1.8 ms in which Linux takes it down. If it was killed, its times are those that it published last: a
 * process publishes its times when it is queried about itself and when one of its threads ends, at most every 10 ms, and if
 * it has used 50 us since.
 *
 * @param hProcess        needs PROCESS_QUERY_LIMITED_INFORMATION
 * @param lpCreationTime  receives a date; 100 ns since 1601
 * @param lpExitTime      receives a date, 0 while the process runs (on Windows it is undefined then)
 * @param lpKernelTime    receives a duration in 100 ns
 * @param lpUserTime      the same; none of the four may be NULL
 * @return FALSE: as the rules for all functions say
 */
WINBASEAPI BOOL WINAPI GetProcessTimes(_In_ HANDLE hProcess, _Out_ LPFILETIME lpCreationTime, _Out_ LPFILETIME lpExitTime,
                                       _Out_ LPFILETIME lpKernelTime, _Out_ LPFILETIME lpUserTime);

/**
 * Retrieves the cycles of QueryThreadCycleTime in nanoseconds.
 *
 * On Windows this clock is finer than the 15.6 ms of GetThreadTimes. Microsoft's page forbids the conversion, because the
 * rate of a TSC may vary; so the function fails if the processor does not promise an invariant TSC.
 *
 * @param Thread       needs THREAD_QUERY_LIMITED_INFORMATION
 * @param Nanoseconds  receives the time
 * @return FALSE: as at QueryThreadCycleTime; ERROR_NOT_SUPPORTED also where the TSC's rate may vary
 */
BOOL WINAPI CycletimeQueryThreadCpuTime(_In_ HANDLE Thread, _Out_ PULONG64 Nanoseconds);

/**
 * Retrieves the cycles of QueryProcessCycleTime in nanoseconds, as CycletimeQueryThreadCpuTime does those of a thread.
 *
 * @param Process      needs PROCESS_QUERY_LIMITED_INFORMATION
 * @param Nanoseconds  receives the time
 * @return FALSE: as at CycletimeQueryThreadCpuTime
 */
BOOL WINAPI CycletimeQueryProcessCpuTime(_In_ HANDLE Process, _Out_ PULONG64 Nanoseconds);

/**
 * Retrieves the times of the ended descendants of a process, as Unix' times(2) reports those of children that were waited
 * for.
 *
 * The times grow when a child of the process ends, by those of the child and of its own ended descendants. A descendant
 * counts if it has cycletime in it, and so have all processes between it and this one. The parent is the one that Windows
 * names: also for a process that left its job (CREATE_BREAKAWAY_FROM_JOB); and if another parent was given at the creation
 * (PROC_THREAD_ATTRIBUTE_PARENT_PROCESS), that one in place of the creator. A process that ends after its parent does not
 * count, since Windows gives it no other parent.
 *
 * @param Process  needs PROCESS_QUERY_LIMITED_INFORMATION
 * @param Kernel   receives a duration in 100 ns
 * @param User     the same
 * @return FALSE: as the rules for all functions say; ERROR_NOT_SUPPORTED where cycletime is not in that process, or there
 *         is no Linux side
 */
BOOL WINAPI CycletimeQueryDescendantTimes(_In_ HANDLE Process, _Out_ PULONG64 Kernel, _Out_ PULONG64 User);

/** In Flags of a list's thread or process: the cycles were counted, and not derived from times that move in steps of 10 ms
    (under Wine) or 15.6 ms (on Windows). */
#define CYCLETIME_CYCLES_COUNTED 1

/** A thread in the list of CycletimeQueryProcesses. */
typedef struct _CYCLETIME_THREAD {
    ULONG64 CreateTime; /**< a date, 100 ns since 1601 */
    ULONG64 KernelTime; /**< 100 ns */
    ULONG64 UserTime;   /**< 100 ns */
    ULONG64 Cycles;     /**< 0 where no source knows them */
    ULONG ThreadId;
    ULONG Flags; /**< CYCLETIME_CYCLES_COUNTED */
} CYCLETIME_THREAD;

/** A process in the list of CycletimeQueryProcesses, with its threads. */
typedef struct _CYCLETIME_PROCESS {
    ULONG NextEntryOffset; /**< from this entry to the next, in bytes; 0 in the last */
    ULONG ProcessId;
    ULONG NameOffset;   /**< from this entry, in bytes: UTF-16 without an end */
    ULONG NameLength;   /**< in bytes; 0: it has no name */
    ULONG64 CreateTime; /**< a date, 100 ns since 1601 */
    ULONG64 KernelTime; /**< 100 ns */
    ULONG64 UserTime;   /**< 100 ns */
    ULONG64 Cycles;     /**< 0 where no source knows them */
    ULONG ThreadCount;
    ULONG ThreadSize; /**< of each thread's entry, in bytes; later versions may add members to them */
    CYCLETIME_THREAD Threads[ANYSIZE_ARRAY];
} CYCLETIME_PROCESS;

/** Follows the last thread of a process in the list, if NameOffset leaves room for it, as in this version. */
typedef struct _CYCLETIME_PROCESS_EXTENSION {
    ULONG Flags;        /**< CYCLETIME_CYCLES_COUNTED */
    ULONG Reserved;     /**< 0 */
    ULONG64 WorkingSet; /**< memory of the process in RAM, in bytes; 0: not known */
} CYCLETIME_PROCESS_EXTENSION;

/**
 * Retrieves every process and every thread at one moment, by one query of the system.
 *
 * With the Linux side, the times and cycles of processes that have cycletime in them, and of threads of this process, come
 * from the kernel's CPU clocks. Other cycles are the system's own count, or are derived from kernel + user time. They are 0
 * if no source knows them: those of processes before Windows 7 on a machine whose TSC has no known rate.
 *
 * @param BufferLength  has the bytes that Buffer has room for; receives those that were written, or would have been
 * @param Buffer        receives entries of CYCLETIME_PROCESS, each NextEntryOffset behind the one before; NULL: none
 * @return FALSE: as the rules for all functions say; ERROR_INSUFFICIENT_BUFFER where the buffer is too short, or none
 */
BOOL WINAPI CycletimeQueryProcesses(_Inout_ PULONG BufferLength, _Out_writes_bytes_opt_(*BufferLength) PVOID Buffer);

/**
 * @name Processors
 *
 * Wine has one group, which it limits to 64 processors (32 in a 32-bit program), but it reports all processors in the PEB,
 * in GetSystemInfo and in ntdll's class 8. So does cycletime: GetSystemTimes, the functions here that fill an array, and
 * ntdll's classes under CycletimeInstallHooks report all processors, as those of group 0. Windows' own functions for a
 * group report as many as fit its mask, as on Windows, or all if the buffer has room for all. If there are several groups,
 * each has its own processors. Under Proton, processor i is the i-th of WINE_CPU_TOPOLOGY; for a Wine that does not follow
 * that variable, the numbers are Wine's.
 *
 * With the Linux side, a processor's kernel and user time together are the time that passed on CLOCK_MONOTONIC, from the
 * first answer on. Idle time is as Linux measures it, in steps of 10 ms; between two steps an idle processor's idle time
 * grows as time does. The rest of the time is divided among user, system, DPC (softirq) and interrupt time in the
 * proportion in which Linux's samples of them grew since the last query, or if none grew, as before. Time that a hypervisor
 * took has no part of its own: it is in the work that it made longer. An offline processor is idle. Two programs get the
 * same sum and, to a step, the same idle time, except for a processor that was offline before the first query of one of
 * them; the parts of the rest may differ.
 */

/**
 * Retrieves the times of all processors of all groups together, since the system started.
 *
 * @param lpIdleTime    receives a duration in 100 ns
 * @param lpKernelTime  the same; it includes the idle time
 * @param lpUserTime    the same; any of the three may be NULL
 * @return FALSE: as the rules for all functions say
 */
WINBASEAPI BOOL WINAPI GetSystemTimes(_Out_opt_ LPFILETIME lpIdleTime, _Out_opt_ LPFILETIME lpKernelTime,
                                      _Out_opt_ LPFILETIME lpUserTime);

/**
 * Retrieves the cycles that each of the N processors of a group was idle, since the system started.
 *
 * They come from the Linux side, where waiting for I/O counts as idle, or from the system's own counter; else they are
 * derived from the processors' idle times. The array needs 8 * N bytes. CycletimeSetContract chooses between the length
 * rule that programs find on Windows and that of Microsoft's page. Wine's conformance tests assert the first, second and
 * fourth row on Windows; the third is the page's:
 *
 *     array  *BufferLength   Windows' rule (the default)               documented rule
 *     NULL   0               TRUE, *BufferLength = need                the same
 *     NULL   not 0           TRUE, *BufferLength as it was             TRUE, need
 *     given  < need          FALSE, ERROR_INSUFFICIENT_BUFFER, need    the same
 *     given  >= need         TRUE, need; N elements only              TRUE, N (elements)
 *
 * @param Group                   a processor group
 * @param BufferLength            has the bytes of the array; receives what the table says
 * @param ProcessorIdleCycleTime  the array, or NULL
 * @return FALSE: as the rules for all functions and the table say
 */
WINBASEAPI BOOL WINAPI QueryIdleProcessorCycleTimeEx(_In_ USHORT Group, _Inout_ PULONG BufferLength,
                                                     _Out_writes_bytes_opt_(*BufferLength) PULONG64 ProcessorIdleCycleTime);

/**
 * QueryIdleProcessorCycleTimeEx for the calling processor's group.
 *
 * @param BufferLength            as there
 * @param ProcessorIdleCycleTime  as there
 * @return as there
 */
WINBASEAPI BOOL WINAPI QueryIdleProcessorCycleTime(_Inout_ PULONG BufferLength,
                                                   _Out_writes_bytes_opt_(*BufferLength) PULONG64 ProcessorIdleCycleTime);

/**
 * Retrieves the cycles that each processor of a group spent in DPCs and interrupts.
 *
 * Under Wine they come from the Linux side (softirq and irq): Wine's own times of these are always 0.
 *
 * @param Group           a processor group
 * @param Buffer          the array, or NULL
 * @param ReturnedLength  has the bytes of the array; receives those that were written, or that are needed
 * @return FALSE: as the rules for all functions say; ERROR_INSUFFICIENT_BUFFER also without an array; ERROR_NOT_SUPPORTED
 *         under Wine without the Linux side, where there is room enough
 */
WINBASEAPI BOOL WINAPI GetProcessorSystemCycleTime(
    _In_ USHORT Group, _Out_writes_bytes_opt_(*ReturnedLength) struct _SYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION *Buffer,
    _Inout_ PDWORD ReturnedLength);

/**
 * SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION with all its members, 0x30 bytes (geoffchappell.com, and phnt). Times are since
 * the system started, in 100 ns.
 */
typedef struct _CYCLETIME_PROCESSOR_PERFORMANCE {
    ULONG64 IdleTime;
    ULONG64 KernelTime; /**< it includes the idle, DPC and interrupt times */
    ULONG64 UserTime;
    ULONG64 DpcTime;
    ULONG64 InterruptTime;
    ULONG InterruptCount; /**< modulo 2^32 */
    ULONG Spare;          /**< 0 */
} CYCLETIME_PROCESSOR_PERFORMANCE;

/**
 * Retrieves the times of each processor of a group, in Windows' order.
 *
 * NT answers. Under Wine, DpcTime, InterruptTime and InterruptCount come from the Linux side (softirq, irq and the number
 * of interrupts); without it they are 0, as Wine reports them. The number may be up to 20 ms old, because counting
 * interrupts costs Linux more than all the rest. No time of a processor is ever smaller than an earlier one.
 *
 * @param Group         a processor group
 * @param BufferLength  as at QueryIdleProcessorCycleTimeEx, by both length rules
 * @param Buffer        the array, or NULL
 * @return FALSE: as the rules for all functions say
 */
BOOL WINAPI CycletimeQueryProcessorPerformance(_In_ USHORT Group, _Inout_ PULONG BufferLength,
                                               _Out_writes_bytes_opt_(*BufferLength)
                                                   CYCLETIME_PROCESSOR_PERFORMANCE *Buffer);

/** SYSTEM_PROCESSOR_IDLE_INFORMATION, 0x30 bytes (phnt: class 0x2A). Times are in 100 ns. */
typedef struct _CYCLETIME_PROCESSOR_IDLE {
    ULONG64 IdleTime;
    ULONG64 C1Time;
    ULONG64 C2Time;
    ULONG64 C3Time;
    ULONG C1Transitions; /**< into such a state, modulo 2^32 */
    ULONG C2Transitions;
    ULONG C3Transitions;
    ULONG Padding; /**< 0 */
} CYCLETIME_PROCESSOR_IDLE;

/**
 * Retrieves how long each processor of a group was in which kind of C-state.
 *
 * Windows answers; under Wine Linux's cpuidle does, whose states count by their names: C1 and C1E as C1, C2 as C2, C3 and
 * deeper states as C3. IdleTime is that of QueryIdleProcessorCycleTimeEx, and includes states with other names.
 *
 * @param Group         a processor group
 * @param BufferLength  as at QueryIdleProcessorCycleTimeEx, by both length rules
 * @param Buffer        the array, or NULL
 * @return FALSE: as the rules for all functions say; ERROR_NOT_SUPPORTED where neither reports it
 */
BOOL WINAPI CycletimeQueryProcessorIdle(_In_ USHORT Group, _Inout_ PULONG BufferLength,
                                        _Out_writes_bytes_opt_(*BufferLength) CYCLETIME_PROCESSOR_IDLE *Buffer);

/**
 * Retrieves how many idle states a processor has.
 *
 * @param Group   a processor group
 * @param Number  a processor of it
 * @param Count   receives the number
 * @return FALSE: as the rules for all functions say; ERROR_INVALID_PARAMETER also where there is no such processor;
 *         ERROR_NOT_SUPPORTED where Linux has no cpuidle, and on Windows, which does not report it
 */
BOOL WINAPI CycletimeQueryIdleStateCount(_In_ USHORT Group, _In_ BYTE Number, _Out_ PULONG Count);

/**
 * Retrieves the idle states of a processor in a structure of Windows' platform extension plug-ins.
 *
 * They come from Linux's cpuidle (Documentation/admin-guide/pm/cpuidle.rst). Filled in are these members; all others are 0:
 *
 *     MaximumCoordinatedProcessors   0: the hardware coordinates cpuidle's states, no processor waits for another (coupled
 *                                    states, in which they do, are some ARM machines'; drivers/cpuidle/coupled.c)
 *     CStateType                     the number in the state's name ("C6", "C1E", "C3_ACPI"), 0 where it has none
 *     Interruptible                  1: any interrupt ends every state of cpuidle
 *     ThreadContextRetained          1: the processor goes on where it was
 *     CacheCoherent                  1 for C1 and C2, 0 for deeper ones (ACPI 6.5, 8.1.2 to 8.1.4), 1 for POLL, in which
 *                                    the processor runs; 0 for other names, of which nothing is known
 *     Latency, BreakEvenDuration     cpuidle's latency and residency, in 100 ns; V2 only
 *
 * @param Group         a processor group
 * @param Number        a processor of it
 * @param BufferLength  the bytes that States has room for
 * @param States        has in Count the number of states that CycletimeQueryIdleStateCount returned; receives them
 * @return FALSE: as at CycletimeQueryIdleStateCount; ERROR_INVALID_PARAMETER also for another Count
 */
BOOL WINAPI CycletimeQueryIdleStates(_In_ USHORT Group, _In_ BYTE Number, _In_ ULONG BufferLength,
                                     _Inout_updates_bytes_(BufferLength) PPEP_PPM_QUERY_IDLE_STATES States);

/**
 * CycletimeQueryIdleStates with the structure's second version, which has latencies.
 *
 * @param Group         as there
 * @param Number        as there
 * @param BufferLength  as there
 * @param States        as there
 * @return as there
 */
BOOL WINAPI CycletimeQueryIdleStatesV2(_In_ USHORT Group, _In_ BYTE Number, _In_ ULONG BufferLength,
                                       _Inout_updates_bytes_(BufferLength) PPEP_PPM_QUERY_IDLE_STATES_V2 States);

/**
 * @name Time since the system started
 *
 * In 100 ns. The tick is read from the system's shared page. A precise time comes from the system if it has one (Windows
 * 8); with the Linux side, from the TSC if Linux reads its own clocks by the TSC; else from the performance counter, plus
 * the largest amount by which the tick was seen ahead of it, which can be a tick too little.
 *
 * Since 10.17 Wine's clocks run on while the machine sleeps, and Wine does not report for how long. The Linux side knows
 * it; without it, the unbiased times include the time asleep. Before 10.17 Wine's clocks stand still meanwhile, so none of
 * the four times includes it.
 */

/**
 * Retrieves the interrupt time at the last tick.
 *
 * @param lpInterruptTime  receives the time; if NULL, the last error becomes ERROR_INVALID_PARAMETER
 */
WINBASEAPI VOID WINAPI QueryInterruptTime(_Out_ PULONGLONG lpInterruptTime);

/**
 * Retrieves the interrupt time now. It is never before QueryInterruptTime's, and is monotonic.
 *
 * @param lpInterruptTimePrecise  receives the time; if NULL, the last error becomes ERROR_INVALID_PARAMETER
 */
WINBASEAPI VOID WINAPI QueryInterruptTimePrecise(_Out_ PULONGLONG lpInterruptTimePrecise);

/**
 * Retrieves the interrupt time at the last tick, without the time that the system was asleep.
 *
 * @param UnbiasedTime  receives the time
 * @return FALSE: ERROR_INVALID_PARAMETER
 */
WINBASEAPI BOOL WINAPI QueryUnbiasedInterruptTime(_Out_ PULONGLONG UnbiasedTime);

/**
 * Retrieves the interrupt time now, without the time that the system was asleep.
 *
 * @param lpUnbiasedInterruptTimePrecise  receives the time; if NULL, the last error becomes ERROR_INVALID_PARAMETER
 */
WINBASEAPI VOID WINAPI QueryUnbiasedInterruptTimePrecise(_Out_ PULONGLONG lpUnbiasedInterruptTimePrecise);

/**
 * Retrieves the frequency of the auxiliary counter, as the system does.
 *
 * @param lpAuxiliaryCounterFrequency  receives ticks a second
 * @return the system's own answer; E_NOTIMPL where it has no such counter (all of Wine, Windows before 10)
 */
CYCLETIME_HRESULT QueryAuxiliaryCounterFrequency(_Out_ PULONGLONG lpAuxiliaryCounterFrequency);

/**
 * Converts a value of the auxiliary counter into one of the performance counter, as the system does.
 *
 * @param ullAuxiliaryCounterValue   the value
 * @param lpPerformanceCounterValue  receives the other
 * @param lpConversionError          receives the error, or is NULL
 * @return as at QueryAuxiliaryCounterFrequency
 */
CYCLETIME_HRESULT ConvertAuxiliaryCounterToPerformanceCounter(_In_ ULONGLONG ullAuxiliaryCounterValue,
                                                              _Out_ PULONGLONG lpPerformanceCounterValue,
                                                              _Out_opt_ PULONGLONG lpConversionError);

/**
 * Converts a value of the performance counter into one of the auxiliary counter, as the system does.
 *
 * @param ullPerformanceCounterValue  the value
 * @param lpAuxiliaryCounterValue     receives the other
 * @param lpConversionError           receives the error, or is NULL
 * @return as at QueryAuxiliaryCounterFrequency
 */
CYCLETIME_HRESULT ConvertPerformanceCounterToAuxiliaryCounter(_In_ ULONGLONG ullPerformanceCounterValue,
                                                              _Out_ PULONGLONG lpAuxiliaryCounterValue,
                                                              _Out_opt_ PULONGLONG lpConversionError);

/**
 * @name Which source answers, and how
 */

/** The rules for buffer lengths; QueryIdleProcessorCycleTimeEx has the table. */
typedef enum _CYCLETIME_CONTRACT {
    CYCLETIME_CONTRACT_WINDOWS,   /**< what programs find on Windows */
    CYCLETIME_CONTRACT_DOCUMENTED /**< what Microsoft's page says */
} CYCLETIME_CONTRACT;

/**
 * Chooses the length rule of the idle cycle functions, for the whole process, from now on.
 *
 * Until it is called, the environment variable CYCLETIME_CONTRACT decides: "documented", or anything else for Windows'.
 *
 * @param Contract  one of the two
 * @return FALSE: ERROR_INVALID_PARAMETER, there is no such rule
 */
BOOL WINAPI CycletimeSetContract(_In_ CYCLETIME_CONTRACT Contract);

/**
 * Retrieves the rate of the TSC, which is the same for the life of the process.
 *
 * @param CyclesPerSecond  receives the rate
 * @return FALSE: as the rules for all functions say; ERROR_NOT_SUPPORTED where this machine's clocks do not show it
 */
BOOL WINAPI CycletimeQueryFrequency(_Out_ PULONG64 CyclesPerSecond);

/** A source of answers. */
typedef enum _CYCLETIME_SOURCE {
    CYCLETIME_SOURCE_NONE,        /**< no source */
    CYCLETIME_SOURCE_NT_COUNTERS, /**< the system's own cycle counters */
    CYCLETIME_SOURCE_NT_TIMES,    /**< NT's kernel, user and idle times */
    CYCLETIME_SOURCE_UNIXLIB      /**< the Linux side */
} CYCLETIME_SOURCE;

/** A question that a source answers. */
typedef enum _CYCLETIME_QUESTION {
    CYCLETIME_QUESTION_THREAD_CYCLES,
    CYCLETIME_QUESTION_PROCESS_CYCLES,
    CYCLETIME_QUESTION_THREAD_TIMES,
    CYCLETIME_QUESTION_PROCESS_TIMES,
    CYCLETIME_QUESTION_IDLE_CYCLES,
    CYCLETIME_QUESTION_SYSTEM_CYCLES,
    CYCLETIME_QUESTION_PROCESSOR_TIMES,
    CYCLETIME_QUESTION_IDLE_STATES
} CYCLETIME_QUESTION;

/**
 * Retrieves the source that answers a question on this system.
 *
 * @param Question         one of the enumeration
 * @param Source           receives the source
 * @param StepNanoseconds  receives the smallest step that the answer was seen to make, or 0 if it made none; to see it, the
 *                         calling thread runs for up to 100 ms. May be NULL
 * @return FALSE: ERROR_INVALID_PARAMETER, there is no such question, or Source is NULL
 */
BOOL WINAPI CycletimeQuerySource(_In_ CYCLETIME_QUESTION Question, _Out_ CYCLETIME_SOURCE *Source,
                                 _Out_opt_ PULONG64 StepNanoseconds);

/** How exact the answers about a thread's CPU time are. */
typedef enum _CYCLETIME_ACCURACY {
    CYCLETIME_ACCURACY_NONE,  /**< the function does not return cycletime's answers, or there are none */
    CYCLETIME_ACCURACY_STEPS, /**< they move in the steps of the system's times: 10 ms in Wine, 15.6 ms on Windows */
    CYCLETIME_ACCURACY_EXACT  /**< they are counted: by the Linux side, or by the system's own cycle counters */
} CYCLETIME_ACCURACY;

/**
 * Returns whether a program gets cycletime's answers, and how exact they are. The program passes the function that it
 * calls, which is kernel32's if the program was linked with kernel32 before cycletime. The function is called a few times,
 * and its answers are compared with cycletime's: so a function of kernel32 that is hooked counts as cycletime's.
 *
 *     if (CycletimeQueryAccuracy(QueryThreadCycleTime) < CYCLETIME_ACCURACY_EXACT)
 *         fprintf(stderr, "CPU times are not exact: start this program with `cycletime run`\n");
 *
 * @param Function  QueryThreadCycleTime; NULL: none
 * @return the accuracy of the calling thread's cycles; it cannot fail
 */
CYCLETIME_ACCURACY WINAPI CycletimeQueryAccuracy(_In_opt_ BOOL (WINAPI *Function)(HANDLE, PULONG64));

/** Whether the Linux side answers, or why not. */
typedef enum _CYCLETIME_UNIXLIB_STATE {
    CYCLETIME_UNIXLIB_STATE_ACTIVE,          /**< it answers */
    CYCLETIME_UNIXLIB_STATE_ACTIVE_BY_CALLS, /**< it answers; the calling thread's cycles cost a system call, and
                                               CycletimeQueryUnixlibClock reports why */
    CYCLETIME_UNIXLIB_STATE_OFF,             /**< CYCLETIME_UNIXLIB=0 */
    CYCLETIME_UNIXLIB_STATE_NOT_WINE,        /**< this is not Wine */
    CYCLETIME_UNIXLIB_STATE_NO_WAY,          /**< this Wine hides its version, or has no way to a Linux side */
    CYCLETIME_UNIXLIB_STATE_MISSING,         /**< it was not found */
    CYCLETIME_UNIXLIB_STATE_NOT_LOADED,      /**< cycletime_unixlib.dll was found, and no cycletime_unixlib.so for it that
                                               Wine could load: does WINEDLLPATH name its directory? */
    CYCLETIME_UNIXLIB_STATE_OTHER_VERSION,   /**< the one that was found belongs to another version of cycletime */
    CYCLETIME_UNIXLIB_STATE_NOT_NOW          /**< not yet: asked from within a DllMain, or while it is being loaded */
} CYCLETIME_UNIXLIB_STATE;

/**
 * Retrieves whether the Linux side answers. It is cycletime_unixlib.so under Wine, through which times and cycles of this
 * process and its threads are the kernel's, and those of the calling thread cost no system call.
 *
 * The first query searches for it, and the result is final. If a cycletime.dll in this process has a Linux side in use, as
 * under "cycletime run", the other copies of cycletime in the process use that one: the process is counted and published
 * once. Otherwise, the environment variable CYCLETIME_UNIXLIB decides where: a directory that is laid out like lib/wine of
 * the install tree; or if it is not set, or is 1 (on, yes), beside cycletime.dll and where Wine looks (WINEDLLPATH). With 0
 * (off, no) there is no search.
 *
 * For threads that it does not know, the other sources answer: threads that began before it was loaded and have not called
 * a function of cycletime; and with the static library in a process that is not hooked, which is not notified when a thread
 * begins, all threads that have not called one. Once it is in use it stays loaded, and so does cycletime.dll, or the module
 * that the static library is linked into.
 *
 * @param State  receives the state
 * @return FALSE: ERROR_INVALID_PARAMETER, State is NULL
 */
BOOL WINAPI CycletimeQueryUnixlibState(_Out_ CYCLETIME_UNIXLIB_STATE *State);

/** How the Linux side gets the calling thread's cycles; but for the first two, by a system call, and why. */
typedef enum _CYCLETIME_UNIXLIB_CLOCK {
    CYCLETIME_UNIXLIB_CLOCK_NONE,        /**< the Linux side does not answer: CycletimeQueryUnixlibState says why */
    CYCLETIME_UNIXLIB_CLOCK_TSC,         /**< no system call, as long as the thread does not leave its processor */
    CYCLETIME_UNIXLIB_CLOCK_NOT_TRUSTED, /**< neither does the processor promise a TSC of one rate, nor does Linux keep
                                           time by it */
    CYCLETIME_UNIXLIB_CLOCK_COARSE,      /**< the TSC moves in steps of more than 16 ns */
    CYCLETIME_UNIXLIB_CLOCK_CHANGED,     /**< the TSC went on at another rate, as on a machine that was moved to another
                                           host */
    CYCLETIME_UNIXLIB_CLOCK_REFUSED, /**< Linux gives the thread no area: it is older than 4.18, or a sandbox forbids it */
    CYCLETIME_UNIXLIB_CLOCK_IN_USE,  /**< another library works with the thread's area */
    CYCLETIME_UNIXLIB_CLOCK_UNSEEN,  /**< this Linux does not show when a thread leaves its processor */
    CYCLETIME_UNIXLIB_CLOCK_FORBIDDEN, /**< this Linux kills a process that uses the area so: debugging of restartable
                                         sequences is on */
    CYCLETIME_UNIXLIB_CLOCK_NOT_TRIED, /**< there could be no child process to try it first */
    CYCLETIME_UNIXLIB_CLOCK_NOT_NOW    /**< not yet: another thread is finding it out */
} CYCLETIME_UNIXLIB_CLOCK;

/**
 * Retrieves how the Linux side gets the calling thread's cycles: from the time-stamp counter, or from the kernel's clock
 * by a system call.
 *
 * This is decided for the process when a thread first queries its own cycles, and for each thread at its own first query.
 * The thread then gets an area of Linux's restartable sequences from the Linux side, in place of the C library's area;
 * sched_getcpu and everything else that uses the kernel's answer still work.
 *
 * @param Clock  receives the method
 * @return FALSE: ERROR_INVALID_PARAMETER, Clock is NULL
 */
BOOL WINAPI CycletimeQueryUnixlibClock(_Out_ CYCLETIME_UNIXLIB_CLOCK *Clock);

/**
 * @name Hooks
 *
 * To hook a process is to replace the system's functions in it by cycletime's, so that a program that knows nothing of
 * cycletime gets their answers.
 *
 * ntdll's system calls keep their addresses and their first instructions; the address that they call leads to cycletime.
 * They give the answers above by NT's own length rules. Everything else is passed on to the system unchanged:
 *
 *     NtQuerySystemInformation, ...Ex   8: CycletimeQueryProcessorPerformance; as many processors as there is room for,
 *                                       none: STATUS_INFO_LENGTH_MISMATCH. 0x2A: CycletimeQueryProcessorIdle; short: the
 *                                       same. 83: QueryIdleProcessorCycleTimeEx, 108: GetProcessorSystemCycleTime; short:
 *                                       STATUS_BUFFER_TOO_SMALL. Ex takes a group (USHORT), the other has the calling
 *                                       processor's. Under Wine: all processors that it reports. Where cycletime has no
 *                                       answer, the system is asked.
 *                                       5, 57: the system's own list, with the kernel and user times of
 *                                       CycletimeQueryProcesses and, in CycleTime, its cycles, for processes that have
 *                                       cycletime in them and for their threads; else the system's own. The Linux side
 *                                       adds the state and the context switches of these threads, as in
 *                                       NtQueryInformationThread. All else in it is as the system has it.
 *     NtQueryInformationThread          ThreadTimes (1, 32 bytes), ThreadCycleTime (23, 16 bytes; phnt), and with the Linux
 *                                       side ThreadSystemThreadInformation (40, phnt): SYSTEM_THREAD_INFORMATION, 0x50
 *                                       bytes, or 0x40 in a 32-bit program; any other length: STATUS_INFO_LENGTH_MISMATCH.
 *                                       The handle needs THREAD_QUERY_LIMITED_INFORMATION. ThreadState is 2 (Running) if
 *                                       the thread runs or waits for a processor, between which Linux makes no difference;
 *                                       5 (Waiting), 4 (Terminated), or 0 before the thread has begun. WaitReason is 5
 *                                       (Suspended) if a signal has stopped the thread, and otherwise 0, as Linux reports
 *                                       no reason. ContextSwitches is how often a processor began to run the thread, or 0
 *                                       after its end, and where Linux does not count it. WaitTime is 0. StartAddress is
 *                                       NULL without THREAD_QUERY_INFORMATION. A query about a thread of a process without
 *                                       cycletime in it goes to the system.
 *     NtQueryInformationProcess         ProcessTimes (4, 32 bytes), ProcessCycleTime (38, 16 bytes; phnt)
 *                                       The second member of the cycle times is the time-stamp counter. A length that is
 *                                       not exactly that of times or cycle times goes to the system.
 *     NtQueryInformationJobObject       1, 8 (winnt.h's JobObjectBasic[AndIo]AccountingInformation): the system's answer,
 *                                       with the times below
 *     NtAssignProcessToJobObject, NtCreateJobObject, NtOpenJobObject, NtSetInformationJobObject, NtDuplicateObject:
 *                                       the system's, and followed for jobs
 *
 * A job's times are those of all processes that are or were in it, ended and killed ones included, also of children and of
 * jobs within it; processes that broke away do not count. Each process counts as a whole, from its begin. The counts of
 * reading and writing are 0 under Wine. If a process's "cycletime run" still runs when the process ends, the job gets the
 * times that Linux reports: all that the process used to its very end, and what Wine and Linux needed to start its
 * children. For other processes the job gets what they published at their end. A query waits for processes that have ended
 * for Windows and not yet for Linux, for 30 ms at most.
 *
 * The period's times begin when a process with cycletime in it last set a limit of the job's time, by
 * JOB_OBJECT_LIMIT_JOB_TIME without JOB_OBJECT_LIMIT_PRESERVE_JOB_TIME; without such a limit they are those of the job.
 *
 * A job is known once a process with cycletime has put a process into it by NtAssignProcessToJobObject. The process that
 * did so knows the job by that handle and by copies of it that it makes itself; other processes know it as long as a
 * process lives that is in this job and in none within it. NULL, if the system accepts it (Wine 8 does not), is the
 * innermost job that this process is in at the time of the call. For a job that is not known (a list of jobs at the
 * creation of a process) the system's answer is returned. A known job is forgotten if it is idle while more than 15 others
 * begin whose numbers fall beside its own; there is room for 4,096.
 *
 * The times do not include processes without cycletime, or which did not have it yet when they ended; nor, without
 * "cycletime run", a process that was killed before it published anything. A process that broke away from an inner job but
 * stayed in the outer one still counts in the inner one.
 */
#define CYCLETIME_HOOK_CHILDREN 1
#define CYCLETIME_HOOK_VERBOSE 2
#define CYCLETIME_HOOK_NO_NT 4
#define CYCLETIME_HOOK_FAST_CLOCK 16

/**
 * Replaces kernel32's and kernelbase's functions in this process by cycletime's: in their export tables, so for every later
 * import, GetProcAddress and DLL, and in the import address tables of the modules that are loaded.
 *
 * ntdll's functions above are replaced as well, unless NO_NT is among the flags.
 *
 * Either all is replaced or nothing; cycletime.dll then stays loaded. A second call changes nothing, returns TRUE, and the
 * flags of the first call remain. This function is not in the static library.
 *
 * With FAST_CLOCK, QueryPerformanceCounter, RtlQueryPerformanceCounter, NtQueryPerformanceCounter and
 * GetSystemTimePreciseAsFileTime answer from the time-stamp counter, and cost little more than reading it. The answer is at
 * most 100 ns off the system's own, which a program still gets from its own system calls and from pointers that it fetched
 * before; compared with those, an answer can differ by that tick in either direction. This needs the Linux side, a Linux
 * that reads its own clocks by the time-stamp counter, and a system that is slower; else the system's functions stay in
 * place. If Linux changes its clock source while the program runs, the system's functions are called from then on. The
 * counter never goes back; the date does when it is set back.
 *
 * @param Flags  0, or a sum of CYCLETIME_HOOK_...
 *
 *     CHILDREN     processes that this one creates from now on, in whatever way, and their own children are hooked too,
 *                  before their programs begin. A process that cannot be hooked runs unchanged. To this end the preload
 *                  library of the install tree is appended to LD_PRELOAD in this process's Linux environment, and
 *                  CYCLETIME_RUN is set there; a CYCLETIME_RUN in a child's Windows environment takes precedence. Without
 *                  the Linux side, or if the tree's path has blanks, colons or $, children run unchanged
 *     VERBOSE      a process that cannot be hooked prints a line on stderr
 *     NO_NT        ntdll is left unchanged, in children too
 *     FAST_CLOCK   the clocks above are replaced, in children too
 *
 * @return TRUE; the last error is then unchanged, or ERROR_NOT_SUPPORTED if CHILDREN was asked for and children will run
 *         unchanged. FALSE: nothing was changed; ERROR_INVALID_PARAMETER, there is no such flag;
 *         ERROR_BAD_EXE_FORMAT, an export table cannot be read; ERROR_NOT_ENOUGH_MEMORY; or the system's error
 */
BOOL WINAPI CycletimeInstallHooks(_In_ ULONG Flags);

/**
 * Hooks the calling process as the request says. Only the library that "cycletime run" names in
 * LD_PRELOAD calls this function.
 *
 * @param Request  that library's own structure, with the answer
 * @return FALSE: nothing was changed, and the last error says why
 */
BOOL WINAPI CycletimeInstallHooksFromWithin(_Inout_ PVOID Request);

/**
 * Returns the Linux side that this cycletime.dll has in use, so that a process has one only. Only the other copies of
 * cycletime in its process call this function: those of the static library, and another cycletime.dll.
 *
 * @param Version         the caller's CYCLETIME_VERSION
 * @param UnixlibVersion  the version of the Linux side that the caller knows; a caller with another one gets the Linux side
 *                        all the same, and finds by its first call that it cannot use it
 * @return the Linux side's functions, or 0 if this cycletime.dll has none in use
 */
ULONG64 WINAPI CycletimeShareUnixlib(_In_ ULONG Version, _In_ ULONG UnixlibVersion);

#undef CYCLETIME_HRESULT

#ifdef __cplusplus
}
#endif

#endif
