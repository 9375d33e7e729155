/* SPDX-License-Identifier: MIT */
/*
 * cycletime: true CPU-time answers for Windows programs.
 *
 * Link libcycletime_static.a (before kernel32) or cycletime.dll's import library, include <windows.h> as always and
 * call Windows' own functions; this header is needed only for what Windows does not declare.
 *
 * All of them: handles may be real or pseudo handles, of this or another process. Success leaves the last error
 * untouched. FALSE leaves every output untouched, but for a length where reported, and sets the last error:
 *   ERROR_INVALID_HANDLE        NULL, a closed handle, or a handle of another kind of object
 *   ERROR_ACCESS_DENIED         the handle lacks the right
 *   ERROR_INVALID_PARAMETER     NULL where a result has to go; a processor group that does not exist
 *   ERROR_INSUFFICIENT_BUFFER   the length tells what is needed
 *   ERROR_NOT_SUPPORTED         nobody knows the answer (below)
 *   ERROR_NOT_ENOUGH_MEMORY
 * An answer about a thread, a process or a processor is never smaller than one given earlier in the same process. Memory
 * for that holds 2,048 threads and processes, beyond which the longest unasked is forgotten, and 4,096 processors, in 64
 * groups of 64 or in one.
 *
 * A cycle is a tick of the time-stamp counter (rdtsc), as on Windows. What is derived from a time is that time multiplied
 * by the counter's rate, and moves in the time's steps: 10 ms under Wine, 15.6 ms on Windows. The rate is reported by the
 * hypervisor or processor, else the first call that needs it measures it, once, in 5 ms, to about 0.001 %.
 *
 * Threads and processes
 * ---------------------
 * QueryThreadCycleTime(Thread, &Cycles)     right: THREAD_QUERY_LIMITED_INFORMATION (Microsoft's page named process
 *                                           rights until 2025); XP, 2003: THREAD_QUERY_INFORMATION
 * QueryProcessCycleTime(Process, &Cycles)   right: PROCESS_QUERY_LIMITED_INFORMATION; XP, 2003:
 *                                           PROCESS_QUERY_INFORMATION
 *   Kernel and user cycles; of a process, of all its threads, ended ones included. Of this process and its threads from the
 *   Linux side (below), where there is one; else from the system's own counter, else derived from kernel + user time.
 *   ERROR_NOT_SUPPORTED: it has ended, nobody tells its time any more (Wine), and it was not asked before. The Linux side
 *   tells that of a thread of this process that has ended, and those of another process with cycletime in it, and of its
 *   threads.
 *
 * GetThreadTimes(Thread, &Creation, &Exit, &Kernel, &User)     rights as above; any pointer may be NULL, as in Wine
 * GetProcessTimes(Process, &Creation, &Exit, &Kernel, &User)   rights as above; no pointer may be NULL
 *   Creation and Exit are dates, Exit is 0 while it runs (Windows: undefined); Kernel and User are durations in 100 ns.
 *   Under Wine the times of another process are that process's own. When it has ended and the system tells its time no
 *   more (Wine): TRUE with the true dates and the last Kernel and User that were asked, else 0, because programs abort
 *   when these functions fail. The Linux side tells those of this process and its threads, ended ones included, and
 *   those of another process that cycletime is in, and of its threads: exact while it lives and when it has ended by
 *   itself. (A program with the static library has nothing to say at its end.)
 *   Under CycletimeGraft they are exact also of one that TerminateProcess, NtTerminateProcess or the end of a job by
 *   TerminateJobObject killed, also if it never asked anything: whoever kills reads its clock before, and until it is gone,
 *   for 5 ms at most, by any handle that allows to kill (a job's first 64 processes). And of one that ends by an exception
 *   that reaches the top-level filter (SetUnhandledExceptionFilter), by abort or RaiseFailFastException.
 *   Else (killed by Linux or by a program without cycletime, by a job whose last handle is closed, by the processor's
 *   instruction for failing fast) they are as it published them last, which is at a question about itself or at the end of
 *   a thread, every 10 ms at most and once 50 us of its time have passed, or more, if somebody asked before Linux forgot it.
 *
 * Processors
 * ----------
 * Wine has one group, which it cuts to 64 processors (32 in a 32-bit program), and tells programs of all in the PEB, in
 * GetSystemInfo and in ntdll's class 8. So does cycletime: GetSystemTimes, the functions of this header that fill an array,
 * and ntdll's classes under CycletimeGraft speak of all of them as processors of group 0. Windows' own functions for a group
 * speak of as many as fit its mask, as on Windows, but of all where the buffer has room for all. Where there are several
 * groups each has its own.
 *
 * Under Proton processor i is the i-th of WINE_CPU_TOPOLOGY; a Wine that does not follow that variable is not renumbered.
 *
 * From the Linux side a processor's kernel and user time together are the time that passed, on CLOCK_MONOTONIC, in any
 * window, from the first answer on. Idle time is as Linux measures it, in steps of 10 ms, between which it goes on as time
 * does; the rest is shared out among user, system, DPC (softirq) and interrupt time as Linux' samples of them grew since the
 * last question, or where none grew as they did last. What a hypervisor took has no part of its own: it is in the work that
 * it made longer. A CPU that is off is idle. Two programs get the same sum and, to a step, the same idle time, but for a
 * processor that was off before one of them asked first; the shares of the rest may differ.
 *
 * QueryIdleProcessorCycleTime(&BufferLength, Cycles)            the calling processor's group
 * QueryIdleProcessorCycleTimeEx(Group, &BufferLength, Cycles)
 *   The cycles that each of the group's N processors (above) was idle, since the system started; need = 8 * N bytes. From
 *   the Linux side (waiting for I/O is idle), or the system's own counter, else derived from the processors' idle times.
 *   What programs meet on Windows, and what Microsoft's page says, chosen by CycletimeSetContract:
 *     Cycles  *BufferLength   Windows' contract (the default)           documented contract
 *     NULL    0               TRUE, *BufferLength = need                the same
 *     NULL    not 0           TRUE, *BufferLength as it was             TRUE, need
 *     given   < need          FALSE, ERROR_INSUFFICIENT_BUFFER, need    the same
 *     given   >= need         TRUE, need; Cycles[N] and on untouched    TRUE, N (elements)
 *   (Wine's conformance tests assert the first, second and fourth row on Windows; the third is the page's.)
 *
 * GetProcessorSystemCycleTime(Group, Cycles, &Length)
 *   The cycles that each processor spent in DPCs and interrupts. Length is in bytes; NULL or short: FALSE,
 *   ERROR_INSUFFICIENT_BUFFER and the need. Under Wine from the Linux side (softirq and irq), without which, with room
 *   enough, ERROR_NOT_SUPPORTED: Wine's DPC and interrupt times are always 0.
 *
 * GetSystemTimes(&Idle, &Kernel, &User)   any pointer may be NULL
 *   Of all processors of all groups together, in 100 ns. Kernel includes Idle.
 *
 * Time since the system started, in 100 ns
 * ----------------------------------------
 * QueryInterruptTime(&Time)                   at the last tick
 * QueryInterruptTimePrecise(&Time)            now; never before QueryInterruptTime, never back
 * QueryUnbiasedInterruptTime(&Time)           at the last tick, without the time the system was asleep
 * QueryUnbiasedInterruptTimePrecise(&Time)    now, without the time the system was asleep
 *   Wine's clocks run on while the machine sleeps since 10.17, without saying so: how long it slept is known from the
 *   Linux side, without which it is not left out. Before 10.17 they stop, and none of the four has the time asleep.
 *   Only the third returns a BOOL; the others, given NULL, do nothing but set ERROR_INVALID_PARAMETER. From the system's
 *   shared page; precise ones from the system where it tells (Windows 8), else from the performance counter, moved by as
 *   much as the tick was seen ahead of it, which can lag behind the truth by a tick. Wine's clocks stand still while the
 *   machine sleeps, so there biased and unbiased are the same.
 *
 * QueryAuxiliaryCounterFrequency(&Frequency)
 * ConvertAuxiliaryCounterToPerformanceCounter(Auxiliary, &Performance, &Error)
 * ConvertPerformanceCounterToAuxiliaryCounter(Performance, &Auxiliary, &Error)
 *   The system's own answer; E_NOTIMPL where it has no such counter (all of Wine, Windows before 10).
 */
#ifndef CYCLETIME_H
#define CYCLETIME_H

#include <windows.h>

#include "cycletime/pep_idle.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What <windows.h> hides by _WIN32_WINNT, or some <windows.h> does not know. */
#if _WIN32_WINNT < 0x0600
BOOL WINAPI QueryThreadCycleTime(HANDLE ThreadHandle, PULONG64 CycleTime);
BOOL WINAPI QueryProcessCycleTime(HANDLE ProcessHandle, PULONG64 CycleTime);
BOOL WINAPI QueryIdleProcessorCycleTime(PULONG BufferLength, PULONG64 ProcessorIdleCycleTime);
#endif
#if _WIN32_WINNT < 0x0601
BOOL WINAPI QueryIdleProcessorCycleTimeEx(USHORT Group, PULONG BufferLength, PULONG64 ProcessorIdleCycleTime);
BOOL WINAPI QueryUnbiasedInterruptTime(PULONGLONG UnbiasedTime);
BOOL WINAPI GetProcessorSystemCycleTime(USHORT Group, PSYSTEM_PROCESSOR_CYCLE_TIME_INFORMATION Buffer,
                                        PDWORD ReturnedLength);
#endif

typedef enum _CYCLETIME_CONTRACT { CycletimeContractWindows, CycletimeContractDocumented } CYCLETIME_CONTRACT;
typedef enum _CYCLETIME_SOURCE {
    CycletimeSourceNone,
    CycletimeSourceNtCounters,
    CycletimeSourceNtTimes,
    CycletimeSourceWineHost
} CYCLETIME_SOURCE;
typedef enum _CYCLETIME_QUESTION {
    CycletimeThreadCycles,
    CycletimeProcessCycles,
    CycletimeThreadTimes,
    CycletimeProcessTimes,
    CycletimeIdleCycles,
    CycletimeSystemCycles,
    CycletimeProcessorTimes,
    CycletimeIdleStates
} CYCLETIME_QUESTION;

/*
 * The length contract of the idle cycle functions, for the whole process, from now on. Until it is called, the environment
 * variable CYCLETIME_CONTRACT decides: "documented", or anything else for Windows'. ERROR_INVALID_PARAMETER: no such one.
 */
BOOL WINAPI CycletimeSetContract(CYCLETIME_CONTRACT Contract);

/* Cycles a second. The same for the life of the process. ERROR_NOT_SUPPORTED: this machine's clocks do not tell. */
BOOL WINAPI CycletimeQueryFrequency(PULONG64 CyclesPerSecond);

/*
 * The cycles of QueryThreadCycleTime and QueryProcessCycleTime as nanoseconds, rights and errors as there: on Windows the
 * clock finer than 15.6 ms. Microsoft's page forbids the conversion because a counter's rate may vary, so these fail with
 * ERROR_NOT_SUPPORTED where the processor does not promise an invariant one.
 */
BOOL WINAPI CycletimeQueryThreadCpuTime(HANDLE Thread, PULONG64 Nanoseconds);
BOOL WINAPI CycletimeQueryProcessCpuTime(HANDLE Process, PULONG64 Nanoseconds);

/*
 * The kernel and user time, in 100 ns, of the descendants of a process that have ended, as Unix' times(2) tells it of
 * children that were waited for; right as at GetProcessTimes. It grows when a child of that process ends, by what the child
 * and its own ended descendants used. Counted are processes that cycletime is in, between this one and which it is in all:
 * the child of a program without it is nobody's. The parent is the one that Windows names, so also of a process that left its
 * job (CREATE_BREAKAWAY_FROM_JOB), and one that was named at the creation (PROC_THREAD_ATTRIBUTE_PARENT_PROCESS) in place of
 * the creator. What ends after its parent is counted no more, as nobody adopts it.
 * ERROR_NOT_SUPPORTED: cycletime is not in that process, or there is no Linux side.
 */
BOOL WINAPI CycletimeQueryDescendantTimes(HANDLE Process, PULONG64 Kernel, PULONG64 User);

/*
 * Who answers a question on this system: CycletimeSourceNone, nobody; NtCounters, the system's own cycle counters;
 * NtTimes, NT's kernel, user and idle times; WineHost, the Linux side. StepNanoseconds may be NULL; else it receives the
 * smallest step that the answer was seen to make, 0 if it made none, for which the calling thread runs for up to 100 ms.
 * ERROR_INVALID_PARAMETER: no such question, or Source is NULL.
 */
BOOL WINAPI CycletimeQuerySource(CYCLETIME_QUESTION Question, CYCLETIME_SOURCE *Source, PULONG64 StepNanoseconds);

/*
 * The Linux side, cycletime_host.so under Wine, through which times and cycles of this process and its threads are exact and
 * those of the calling thread cost no system call. Looked for at the first question, then final: in the directory that the
 * environment variable CYCLETIME_HOST names, laid out like lib/wine of the install tree, else beside cycletime.dll and where
 * Wine looks (WINEDLLPATH), as with CYCLETIME_HOST=1 (on, yes). CYCLETIME_HOST=0 (off, no): not at all. What it knows
 * nothing of is answered as without it: threads that were there before it and have asked nothing yet, and, with the static
 * library, which is not notified when a thread begins, all that have asked nothing yet. Once in use, it stays loaded, and so
 * does cycletime.dll, or the module that the static library is linked into. On a virtual machine whose hypervisor takes the
 * processor away without Linux's knowledge, the calling thread's cycles hold that for up to a millisecond.
 * ERROR_INVALID_PARAMETER: State is NULL.
 */
typedef enum _CYCLETIME_HOST_STATE {
    CycletimeHostActive,        /* it answers */
    CycletimeHostActiveByCalls, /* it answers; the calling thread's cycles cost a system call, which CycletimeQueryHostClock
                                    gives the reason for */
    CycletimeHostOff,           /* CYCLETIME_HOST=0 */
    CycletimeHostNotWine,       /* this is not Wine */
    CycletimeHostNoWay,         /* this Wine hides its version, or has no way to a Linux side */
    CycletimeHostMissing,       /* it was not found */
    CycletimeHostNotLoaded,     /* cycletime_host.dll was found, and no cycletime_host.so for it that Wine could load: does
                                    WINEDLLPATH name its directory? */
    CycletimeHostOtherVersion,  /* the one that was found belongs to another version of cycletime */
    CycletimeHostNotNow         /* not yet: asked from within a DllMain, or while it is being loaded */
} CYCLETIME_HOST_STATE;
BOOL WINAPI CycletimeQueryHostState(CYCLETIME_HOST_STATE *State);

/*
 * How the Linux side has the calling thread's cycles: from the time-stamp counter, or, where the value is none of the first
 * two, from the kernel's clock by a system call, and why. Decided for the process at the first question of a thread about
 * itself, and for each thread at its own first one, with which it has its area of Linux' restartable sequences from the
 * Linux side in place of the C library's (sched_getcpu and all else that asks the kernel goes on). ERROR_INVALID_PARAMETER:
 * Clock is NULL.
 */
typedef enum _CYCLETIME_HOST_CLOCK {
    CycletimeHostClockNone,       /* the Linux side does not answer: CycletimeQueryHostState says why */
    CycletimeHostClockCounter,    /* no system call, as long as the thread does not leave its processor */
    CycletimeHostClockNotTrusted, /* neither does the processor promise a counter of one rate, nor does Linux keep time by it */
    CycletimeHostClockCoarse,     /* the counter moves in steps of more than 16 ns */
    CycletimeHostClockChanged,    /* the counter went on at another rate, as on a machine that was moved to another host */
    CycletimeHostClockRefused,    /* Linux gives the thread no area: older than 4.18, or a sandbox does not allow it */
    CycletimeHostClockInUse,      /* another library works with the thread's area */
    CycletimeHostClockUnseen,     /* this Linux does not tell when a thread leaves its processor */
    CycletimeHostClockForbidden, /* this Linux ends who uses the area so: debugging of restartable sequences is on */
    CycletimeHostClockNotTried,  /* there could be no child process to try it first */
    CycletimeHostClockNotNow     /* not yet: another thread is just finding out */
} CYCLETIME_HOST_CLOCK;
BOOL WINAPI CycletimeQueryHostClock(CYCLETIME_HOST_CLOCK *Clock);

/*
 * The processors of a group, in Windows' order, under Wine all that it tells of; buffer and length as at
 * QueryIdleProcessorCycleTimeEx, both contracts. No time of a processor is ever smaller than one reported earlier.
 */

/*
 * SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION with all its members, 0x30 bytes (geoffchappell.com, and phnt). Times since the
 * system started, in 100 ns; KernelTime includes the idle, DPC and interrupt times. From NT; DpcTime, InterruptTime and
 * InterruptCount under Wine from the Linux side (softirq, irq and their number), without which they are 0, as Wine has them.
 * The number may be up to 20 ms old there: to count it costs Linux more than all the rest.
 */
typedef struct _CYCLETIME_PROCESSOR_PERFORMANCE {
    ULONG64 IdleTime, KernelTime, UserTime, DpcTime, InterruptTime;
    ULONG InterruptCount; /* modulo 2^32 */
    ULONG Spare;          /* 0 */
} CYCLETIME_PROCESSOR_PERFORMANCE;
BOOL WINAPI CycletimeQueryProcessorPerformance(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_PERFORMANCE *Buffer);

/*
 * SYSTEM_PROCESSOR_IDLE_INFORMATION, 0x30 bytes (phnt: class 0x2A): times in 100 ns and the number of transitions into each
 * kind of C-state. From Windows; under Wine from Linux' cpuidle, whose states count by their names: C1 and C1E as C1, C2
 * as C2, C3 and deeper as C3; IdleTime is that of QueryIdleProcessorCycleTimeEx and includes states with other names.
 * ERROR_NOT_SUPPORTED: neither tells.
 */
typedef struct _CYCLETIME_PROCESSOR_IDLE {
    ULONG64 IdleTime, C1Time, C2Time, C3Time;
    ULONG C1Transitions, C2Transitions, C3Transitions; /* modulo 2^32 */
    ULONG Padding;                                     /* 0 */
} CYCLETIME_PROCESSOR_IDLE;
BOOL WINAPI CycletimeQueryProcessorIdle(USHORT Group, PULONG BufferLength, CYCLETIME_PROCESSOR_IDLE *Buffer);

/*
 * The idle states of one processor, in the structures of Windows' platform extension plug-ins: how many there are, then
 * which. ERROR_INVALID_PARAMETER: no such processor. States->Count is input, the number reported before, else
 * ERROR_INVALID_PARAMETER as well; BufferLength is what States has
 * room for in bytes, else ERROR_INSUFFICIENT_BUFFER. From Linux' cpuidle (Documentation/admin-guide/pm/cpuidle.rst);
 * ERROR_NOT_SUPPORTED where there is none, and on Windows, which does not tell. Filled in:
 *   MaximumCoordinatedProcessors   0: the hardware coordinates cpuidle's states, no processor waits for another (coupled
 *                                  states, in which they do, are some ARM machines'; drivers/cpuidle/coupled.c)
 *   CStateType                     the number in the state's name ("C6", "C1E", "C3_ACPI"), 0 where it has none
 *   Interruptible                  1: any interrupt ends every state of cpuidle
 *   ThreadContextRetained          1: the processor goes on where it was
 *   CacheCoherent                  1 for C1 and C2, 0 for deeper ones (ACPI 6.5, 8.1.2 to 8.1.4), 1 for POLL, in which the
 *                                  processor runs; 0 for other names, of which nothing is known
 *   Latency, BreakEvenDuration     cpuidle's latency and residency, in 100 ns; V2 only
 * All else is 0.
 */
BOOL WINAPI CycletimeQueryIdleStateCount(USHORT Group, BYTE Number, PULONG Count);
BOOL WINAPI CycletimeQueryIdleStates(USHORT Group, BYTE Number, ULONG BufferLength, PPEP_PPM_QUERY_IDLE_STATES States);
BOOL WINAPI CycletimeQueryIdleStatesV2(USHORT Group, BYTE Number, ULONG BufferLength, PPEP_PPM_QUERY_IDLE_STATES_V2 States);

/*
 * Every process and every thread at one moment, by one query of the system. Entries follow each other by NextEntryOffset,
 * 0 in the last. Too short a buffer, or none: ERROR_INSUFFICIENT_BUFFER, and *BufferLength is what it would have taken;
 * else it is the bytes that were written. Cycles are the system's own count, else derived from kernel + user time; exact
 * for processes that cycletime is in, and threads of this one, where the Linux side is; 0 where nobody knows (processes before Windows 7 on a
 * machine without a known counter rate).
 */
typedef struct _CYCLETIME_THREAD {
    ULONG64 CreateTime;           /* a date, 100 ns since 1601 */
    ULONG64 KernelTime, UserTime; /* 100 ns */
    ULONG64 Cycles;
    ULONG ThreadId;
    ULONG Reserved; /* 0 */
} CYCLETIME_THREAD;
typedef struct _CYCLETIME_PROCESS {
    ULONG NextEntryOffset; /* from this entry, in bytes */
    ULONG ProcessId;
    ULONG NameOffset, NameLength; /* from this entry; UTF-16, in bytes, without an end; length 0: it has none */
    ULONG64 CreateTime;
    ULONG64 KernelTime, UserTime;
    ULONG64 Cycles;
    ULONG ThreadCount;
    ULONG ThreadSize; /* of each of its thread entries, in bytes; later versions may add members to them */
    CYCLETIME_THREAD Threads[ANYSIZE_ARRAY];
} CYCLETIME_PROCESS;
BOOL WINAPI CycletimeQueryProcesses(PULONG BufferLength, PVOID Buffer);

/*
 * Puts cycletime's functions in place of kernel32's and kernelbase's in this process: in their export tables, so for
 * every import, GetProcAddress and DLL to come, and in the import slots of the modules loaded so far. ntdll's system calls
 * keep their addresses and lead here by a jump among their first instructions. They give the answers above by NT's own rules
 * for lengths, and all else goes to the system as it came:
 *   NtQuerySystemInformation, ...Ex   8: CycletimeQueryProcessorPerformance; as many processors as there is room for, none:
 *                                     STATUS_INFO_LENGTH_MISMATCH. 0x2A: CycletimeQueryProcessorIdle; short: the same.
 *                                     83: QueryIdleProcessorCycleTimeEx, 108: GetProcessorSystemCycleTime; short:
 *                                     STATUS_BUFFER_TOO_SMALL. Ex takes a group (USHORT), the other has the calling
 *                                     processor's. Under Wine: all processors that it tells of. Where cycletime cannot
 *                                     tell, the system is asked.
 *   RtlGetNativeSystemInformation     the same; in 32-bit programs on a 64-bit system only where the system's knows the class
 *   NtQueryInformationThread          ThreadTimes (1, 32 bytes), ThreadCycleTime (23, 16 bytes; phnt)
 *   NtQueryInformationProcess         ProcessTimes (4, 32 bytes), ProcessCycleTime (38, 16 bytes; phnt)
 *                                     The second member of the cycle times is the time-stamp counter. A length that is not
 *                                     exactly that goes to the system.
 * cycletime.dll then stays loaded. All or nothing; a second call changes nothing and is TRUE. Not in the static library.
 * FALSE: nothing was changed; the last error tells why (ERROR_BAD_EXE_FORMAT: an export table that cannot be read,
 * ERROR_NOT_ENOUGH_MEMORY, or what the system said).
 */
BOOL WINAPI CycletimeGraft(void);

/*
 * CycletimeGraft, and what the flags add, which stays as the first call said it. CHILDREN: processes that this one creates
 * by kernel32's or kernelbase's CreateProcess, CreateProcessAsUser and CreateProcessInternal are grafted too, theirs alike,
 * before their programs begin; one that cannot be grafted runs as it is. VERBOSE: such a one has a line on stderr. NO_NT:
 * ntdll is left alone, in children too.
 * AWAITED: this process's creator has the Linux side and may ask about it; the graft sets it for the children that it grafts.
 * FAST_CLOCK: QueryPerformanceCounter, RtlQueryPerformanceCounter, NtQueryPerformanceCounter and
 * GetSystemTimePreciseAsFileTime answer from the time-stamp counter, at little more than its price, in children too: at most
 * 100 ns off the system's own answer, which is what still comes by ways past the graft (system calls that a program makes by
 * itself, pointers that were fetched before): against those an answer can differ by that tick, in either direction. Only where
 * the Linux side is, Linux itself keeps time by that counter, and the system is not as quick; else the system is asked. The
 * counter goes never back; the date does when it is set back.
 * LIFELINE: the bits from there on are cycletime-run.exe's, a name of its own by which this process ends with it, where the
 * Linux side is; 0: none.
 * ERROR_INVALID_PARAMETER: no such flag, or nobody has that name.
 */
#define CYCLETIME_GRAFT_CHILDREN 1
#define CYCLETIME_GRAFT_VERBOSE 2
#define CYCLETIME_GRAFT_NO_NT 4
#define CYCLETIME_GRAFT_AWAITED 8
#define CYCLETIME_GRAFT_FAST_CLOCK 16
#define CYCLETIME_GRAFT_LIFELINE 12
BOOL WINAPI CycletimeGraftEx(ULONG Flags);

/* Of the library that answers: major * 65536 + minor * 256 + patch. */
ULONG WINAPI CycletimeQueryVersion(void);

#ifdef __cplusplus
}
#endif

#endif
