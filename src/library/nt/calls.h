/* SPDX-License-Identifier: MIT */
/* The functions of ntdll and kernel32 that src/library/nt calls, and their types. A test has its own table of them. */
#ifndef CYCLETIME_NT_CALLS_H
#define CYCLETIME_NT_CALLS_H

#include "library/nt/structures.h"

#include <stddef.h>

enum {
    ThreadBasicInformation = 0,
    ThreadTimes = 1,
    ThreadQuerySetWin32StartAddress = 9,
    ThreadCycleTime = 23,               /* Vista; phnt, System Informer */
    ThreadSystemThreadInformation = 40, /* phnt, System Informer */
    ProcessBasicInformation = 0,
    ProcessVmCounters = 3,
    ProcessTimes = 4,
    ProcessWow64Information = 26,
    ProcessCycleTime = 38, /* Vista; phnt, System Informer */
    ObjectBasicInformation = 0,
    SystemBasicInformation = 0,
    SystemProcessInformation = 5,
    SystemProcessorPerformanceInformation = 8,
    SystemProcessorIdleInformation = 0x2a,        /* Windows 2000; phnt */
    SystemExtendedHandleInformation = 64,         /* XP; phnt, Wine */
    SystemProcessorIdleCycleTimeInformation = 83, /* Vista; phnt, Wine's tests */
    SystemExtendedProcessInformation = 57,        /* Vista; phnt, Wine */
    SystemLogicalProcessorInformationEx = 107,    /* Windows 7; phnt, Wine */
    SystemProcessorCycleTimeInformation = 108,    /* Windows 7; phnt, Wine's tests */
};

typedef struct _CLIENT_ID {
    HANDLE UniqueProcess, UniqueThread;
} CLIENT_ID;

typedef struct _THREAD_BASIC_INFORMATION {
    NTSTATUS ExitStatus;
    PVOID TebBaseAddress;
    CLIENT_ID ClientId;
    ULONG_PTR AffinityMask;
    LONG Priority, BasePriority;
} THREAD_BASIC_INFORMATION;

typedef struct _PROCESS_BASIC_INFORMATION {
    NTSTATUS ExitStatus;
    PVOID PebBaseAddress;
    ULONG_PTR AffinityMask;
    LONG BasePriority;
    ULONG_PTR UniqueProcessId, InheritedFromUniqueProcessId;
} PROCESS_BASIC_INFORMATION;

/* Class 23 and class 38 alike: exactly 16 bytes, else STATUS_INFO_LENGTH_MISMATCH. */
typedef struct _CYCLE_TIME_INFORMATION {
    ULONG64 AccumulatedCycles, CurrentCycleCount;
} CYCLE_TIME_INFORMATION;

/* VM_COUNTERS_EX; VM_COUNTERS lacks the last member (Wine's winternl.h). */
struct nt_memory_counters {
    SIZE_T peak_virtual, virtual;
    ULONG page_faults;
    SIZE_T peak_physical, physical, quotas[4], page_file, peak_page_file, private;
};

_Static_assert(sizeof(struct nt_memory_counters) == 12 * sizeof(SIZE_T), "VM_COUNTERS_EX");

typedef struct counted_string UNICODE_STRING;

/* The part of the structure that is read here. More fields follow in every entry, and then its threads. */
typedef struct _SYSTEM_PROCESS_INFORMATION {
    ULONG NextEntryOffset, NumberOfThreads;
    LARGE_INTEGER WorkingSetPrivateSize;
    ULONG HardFaultCount, NumberOfThreadsHighWatermark;
    ULONG64 CycleTime;
    LARGE_INTEGER CreateTime, UserTime, KernelTime;
    UNICODE_STRING ImageName;
    LONG BasePriority;
    HANDLE UniqueProcessId, InheritedFromUniqueProcessId;
    ULONG HandleCount, SessionId;
    ULONG_PTR UniqueProcessKey, PeakVirtualSize, VirtualSize;
    ULONG PageFaultCount;
    SIZE_T PeakWorkingSetSize, WorkingSetSize, QuotaPeakPagedPoolUsage, QuotaPagedPoolUsage, QuotaPeakNonPagedPoolUsage,
        QuotaNonPagedPoolUsage, PagefileUsage;
} SYSTEM_PROCESS_INFORMATION;

typedef struct _SYSTEM_THREAD_INFORMATION {
    LARGE_INTEGER KernelTime, UserTime, CreateTime;
    ULONG WaitTime;
    PVOID StartAddress;
    CLIENT_ID ClientId;
    LONG Priority, BasePriority;
    ULONG ContextSwitches, ThreadState, WaitReason;
} SYSTEM_THREAD_INFORMATION;

/* Class 57's: stack, entry point and environment block follow, and three that are reserved (phnt). */
typedef struct _SYSTEM_EXTENDED_THREAD_INFORMATION {
    SYSTEM_THREAD_INFORMATION ThreadInfo;
    PVOID Others[7];
} SYSTEM_EXTENDED_THREAD_INFORMATION;

/* Where an entry's threads begin: 0xb8, since NT 5 0x100 with 64-bit pointers (phnt; Wine's winternl.h).
   Wine: process-list. */
#define SYSTEM_PROCESS_THREADS (sizeof(void *) == 8 ? 0x100 : 0xb8)

typedef struct _SYSTEM_BASIC_INFORMATION {
    ULONG Reserved, TimerResolution, PageSize, NumberOfPhysicalPages, LowestPhysicalPageNumber, HighestPhysicalPageNumber,
        AllocationGranularity;
    ULONG_PTR MinimumUserModeAddress, MaximumUserModeAddress, ActiveProcessorsAffinityMask;
    CCHAR NumberOfProcessors;
} SYSTEM_BASIC_INFORMATION;

/* The part that is read of the page that the system shares with every process; at one address since NT 4.
   Wine: shared-page. */
typedef struct _SHARED_TIME {
    ULONG LowPart;
    LONG High1Time, High2Time;
} SHARED_TIME;

typedef struct _SHARED_USER_DATA {
    ULONG TickCountLowDeprecated, TickCountMultiplier;
    SHARED_TIME InterruptTime;
    BYTE Between[0x39c];
    ULONG64 InterruptTimeBias; /* Windows 7; 0 before */
} SHARED_USER_DATA;

typedef struct _SYSTEM_HANDLE_ENTRY {
    PVOID Object;
    ULONG_PTR UniqueProcessId, HandleValue;
    ACCESS_MASK GrantedAccess;
    USHORT CreatorBackTraceIndex, ObjectTypeIndex;
    ULONG HandleAttributes, Reserved;
} SYSTEM_HANDLE_ENTRY;

/* Class 64 (phnt; Wine's winternl.h). */
typedef struct _SYSTEM_HANDLES {
    ULONG_PTR NumberOfHandles, Reserved;
    SYSTEM_HANDLE_ENTRY Handles[ANYSIZE_ARRAY];
} SYSTEM_HANDLES;

typedef struct _OBJECT_BASIC_INFORMATION {
    ULONG Attributes;
    ACCESS_MASK GrantedAccess;
    ULONG HandleCount, PointerCount, PagedPoolUsage, NonPagedPoolUsage, Reserved[3], NameInformationLength,
        TypeInformationLength, SecurityDescriptorLength;
    LARGE_INTEGER CreateTime;
} OBJECT_BASIC_INFORMATION;

typedef struct _OBJECT_ATTRIBUTES {
    ULONG Length;
    HANDLE RootDirectory;
    UNICODE_STRING *ObjectName;
    ULONG Attributes;
    PVOID SecurityDescriptor, SecurityQualityOfService;
} OBJECT_ATTRIBUTES;

/* NtQueryVirtualMemory's classes of Wine (its winternl.h): the Unix side of a module, up to 11.1; a Unix library by its
   name, from 11.2, where the other has another meaning. Wine: unixlib-class. */
enum { MemoryWineUnixFuncs = 1000, MemoryWineUnixLibrary = 1002 };

#define POINTERS(count, bytes) ((count) * sizeof(void *) + (bytes))
_Static_assert(sizeof(struct nt_times) == 32, "KERNEL_USER_TIMES");
_Static_assert(sizeof(CYCLE_TIME_INFORMATION) == 16, "CYCLE_TIME_INFORMATION");
_Static_assert(sizeof(THREAD_BASIC_INFORMATION) == POINTERS(5, 8), "THREAD_BASIC_INFORMATION");
_Static_assert(sizeof(PROCESS_BASIC_INFORMATION) == POINTERS(6, 0), "PROCESS_BASIC_INFORMATION");
_Static_assert(offsetof(SYSTEM_PROCESS_INFORMATION, CreateTime) == 0x20, "SYSTEM_PROCESS_INFORMATION");
_Static_assert(offsetof(SYSTEM_PROCESS_INFORMATION, UniqueProcessId) == POINTERS(3, 0x38), "SYSTEM_PROCESS_INFORMATION");
_Static_assert(offsetof(SYSTEM_PROCESS_INFORMATION, PagefileUsage) == (sizeof(void *) == 8 ? 0xb8 : 0x7c),
               "SYSTEM_PROCESS_INFORMATION");
_Static_assert(sizeof(SYSTEM_PROCESS_INFORMATION) <= SYSTEM_PROCESS_THREADS, "SYSTEM_PROCESS_INFORMATION");
_Static_assert(sizeof(SYSTEM_THREAD_INFORMATION) == (sizeof(void *) == 8 ? 0x50 : 0x40), "SYSTEM_THREAD_INFORMATION");
_Static_assert(sizeof(SYSTEM_EXTENDED_THREAD_INFORMATION) == (sizeof(void *) == 8 ? 0x88 : 0x60), "class 57");
_Static_assert(sizeof(struct nt_processor_idle) == 0x30, "SYSTEM_PROCESSOR_IDLE_INFORMATION");
_Static_assert(sizeof(SYSTEM_BASIC_INFORMATION) == POINTERS(5, 24), "SYSTEM_BASIC_INFORMATION");
_Static_assert(sizeof(struct nt_processor_times) == 0x30, "SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION");
_Static_assert(offsetof(SHARED_USER_DATA, InterruptTime) == 8, "InterruptTime");
_Static_assert(offsetof(SHARED_USER_DATA, InterruptTimeBias) == 0x3b0, "InterruptTimeBias");
_Static_assert(sizeof(SYSTEM_HANDLE_ENTRY) == POINTERS(3, 16), "SYSTEM_HANDLE_ENTRY");
_Static_assert(sizeof(OBJECT_BASIC_INFORMATION) == 0x38, "OBJECT_BASIC_INFORMATION");
_Static_assert(sizeof(OBJECT_ATTRIBUTES) == POINTERS(6, 0), "OBJECT_ATTRIBUTES");
#undef POINTERS

/* ntdll's functions, which are bound by these names: RESULT, NAME and ARGUMENTS of each. NULL: this system has none. Before
   Windows 7 these are NtQuerySystemInformationEx and RtlGetCurrentProcessorNumberEx, before Windows 8 and under Wine
   RtlGetInterruptTimePrecise, before Windows XP NtIsProcessInJob, before Windows 10 NtCompareObjects. */
#define NT_FUNCTIONS(FUNCTION) \
    FUNCTION(NTSTATUS, NtQueryInformationThread, (HANDLE, ULONG, PVOID, ULONG, PULONG)) \
    FUNCTION(NTSTATUS, NtQueryInformationProcess, (HANDLE, ULONG, PVOID, ULONG, PULONG)) \
    FUNCTION(NTSTATUS, NtQuerySystemInformation, (ULONG, PVOID, ULONG, PULONG)) \
    FUNCTION(NTSTATUS, NtQuerySystemInformationEx, (ULONG, PVOID, ULONG, PVOID, ULONG, PULONG)) \
    FUNCTION(NTSTATUS, NtQueryInformationJobObject, (HANDLE, ULONG, PVOID, ULONG, PULONG)) \
    FUNCTION(NTSTATUS, NtIsProcessInJob, (HANDLE, HANDLE)) \
    FUNCTION(NTSTATUS, NtOpenThread, (PHANDLE, ACCESS_MASK, const OBJECT_ATTRIBUTES *, const CLIENT_ID *)) \
    FUNCTION(NTSTATUS, NtQueryObject, (HANDLE, ULONG, PVOID, ULONG, PULONG)) \
    FUNCTION(NTSTATUS, NtDuplicateObject, (HANDLE, HANDLE, HANDLE, PHANDLE, ACCESS_MASK, ULONG, ULONG)) \
    FUNCTION(NTSTATUS, NtCompareObjects, (HANDLE, HANDLE)) \
    FUNCTION(NTSTATUS, NtClose, (HANDLE)) \
    FUNCTION(NTSTATUS, NtQueryPerformanceCounter, (PLARGE_INTEGER, PLARGE_INTEGER)) \
    FUNCTION(ULONG, RtlNtStatusToDosError, (NTSTATUS)) \
    FUNCTION(void, RtlGetCurrentProcessorNumberEx, (PPROCESSOR_NUMBER)) \
    FUNCTION(NTSTATUS, RtlQueryEnvironmentVariable_U, (PVOID, const UNICODE_STRING *, UNICODE_STRING *)) \
    FUNCTION(ULONG64, RtlGetInterruptTimePrecise, (PLARGE_INTEGER)) \
    FUNCTION(NTSTATUS, NtQueryVirtualMemory, (HANDLE, const void *, ULONG, PVOID, SIZE_T, SIZE_T *)) \
    FUNCTION(NTSTATUS, NtProtectVirtualMemory, (HANDLE, PVOID *, SIZE_T *, ULONG, ULONG *)) \
    FUNCTION(NTSTATUS, NtAllocateVirtualMemory, (HANDLE, PVOID *, ULONG_PTR, SIZE_T *, ULONG, ULONG)) \
    FUNCTION(NTSTATUS, NtFreeVirtualMemory, (HANDLE, PVOID *, SIZE_T *, ULONG)) \
    FUNCTION(NTSTATUS, NtOpenFile, (PHANDLE, ACCESS_MASK, const OBJECT_ATTRIBUTES *, PVOID, ULONG, ULONG)) \
    FUNCTION(NTSTATUS, NtCreateSection, (PHANDLE, ACCESS_MASK, const OBJECT_ATTRIBUTES *, PVOID, ULONG, ULONG, HANDLE)) \
    FUNCTION(NTSTATUS, NtMapViewOfSection, \
             (HANDLE, HANDLE, PVOID *, ULONG_PTR, SIZE_T, PVOID, SIZE_T *, ULONG, ULONG, ULONG)) \
    FUNCTION(NTSTATUS, NtUnmapViewOfSection, (HANDLE, PVOID)) \
    FUNCTION(BOOLEAN, RtlIsCriticalSectionLockedByThread, (RTL_CRITICAL_SECTION *)) \
    FUNCTION(BOOLEAN, RtlTryEnterCriticalSection, (RTL_CRITICAL_SECTION *)) \
    FUNCTION(NTSTATUS, RtlLeaveCriticalSection, (RTL_CRITICAL_SECTION *)) \
    FUNCTION(struct process_environment *, RtlGetCurrentPeb, (void)) \
    FUNCTION(void, RtlAcquirePebLock, (void)) \
    FUNCTION(void, RtlReleasePebLock, (void)) \
    FUNCTION(DWORD, RtlGetLastWin32Error, (void)) \
    FUNCTION(void, RtlRestoreLastWin32Error, (DWORD)) \
    FUNCTION(NTSTATUS, NtOpenProcess, (PHANDLE, ACCESS_MASK, const OBJECT_ATTRIBUTES *, const CLIENT_ID *)) \
    /* The viewer calls these for other processes. */ \
    FUNCTION(NTSTATUS, NtCreateJobObject, (PHANDLE, ACCESS_MASK, const OBJECT_ATTRIBUTES *)) \
    FUNCTION(NTSTATUS, NtReadVirtualMemory, (HANDLE, const void *, PVOID, SIZE_T, SIZE_T *))

struct nt_calls {
#define DECLARE(result, name, arguments) result (WINAPI *name) arguments;
    NT_FUNCTIONS(DECLARE)
#undef DECLARE
    /* kernelbase exports these; NULL before Windows 10. */
    HRESULT (WINAPI *QueryAuxiliaryCounterFrequency)(PULONGLONG);
    HRESULT (WINAPI *ConvertAuxiliaryCounterToPerformanceCounter)(ULONGLONG, PULONGLONG, PULONGLONG);
    HRESULT (WINAPI *ConvertPerformanceCounterToAuxiliaryCounter)(ULONGLONG, PULONGLONG, PULONGLONG);
    /* kernel32 exports these; they are in the table because a test replaces them. */
    BOOL (WINAPI *GetModuleHandleExW)(DWORD, PCWSTR, HMODULE *);
    DWORD (WINAPI *GetModuleFileNameW)(HMODULE, PWSTR, DWORD);
    /* Wine's ntdll exports these, which some builds hide: Wine's version, and the way to the unixlib.
       Wine: wine-version, dispatcher. */
    const char *(CDECL *wine_get_version)(void);
    NTSTATUS (WINAPI **unix_call_dispatcher)(ULONG64, ULONG, PVOID);
    const volatile SHARED_USER_DATA *shared;
    /* The export NAME of the loaded DLL with this file name, in small letters. The caller holds the loader's lock. */
    PVOID (*loaded_export)(const WCHAR *dll, const char *name);
    BOOLEAN is_wine;
};

const struct nt_calls *nt_calls(void);

/* From now on src/library/nt calls TO instead of FROM, a function of ntdll that is about to be hooked. */
void nt_calls_replace(PVOID from, PVOID to);

/* From now on nt_exported_system_times calls QUERY_SYSTEM, ntdll's export NtQuerySystemInformation. */
void nt_calls_export(PVOID query_system);

#endif
