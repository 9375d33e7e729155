/* SPDX-License-Identifier: MIT */
#include "subject.h"

/* Every function: name, type of its pointer. Ours and the system's are called in the same way. */
#define FUNCTIONS(X) \
    X(BOOL, QueryThreadCycleTime, (HANDLE, PULONG64)) \
    X(BOOL, QueryProcessCycleTime, (HANDLE, PULONG64)) \
    X(BOOL, GetThreadTimes, (HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME)) \
    X(BOOL, GetProcessTimes, (HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME)) \
    X(BOOL, GetSystemTimes, (LPFILETIME, LPFILETIME, LPFILETIME)) \
    X(BOOL, QueryIdleProcessorCycleTime, (PULONG, PULONG64)) \
    X(BOOL, QueryIdleProcessorCycleTimeEx, (USHORT, PULONG, PULONG64)) \
    X(BOOL, GetProcessorSystemCycleTime, (USHORT, PVOID, PDWORD)) \
    X(void, QueryInterruptTime, (PULONGLONG)) \
    X(void, QueryInterruptTimePrecise, (PULONGLONG)) \
    X(BOOL, QueryUnbiasedInterruptTime, (PULONGLONG)) \
    X(void, QueryUnbiasedInterruptTimePrecise, (PULONGLONG)) \
    X(HRESULT, QueryAuxiliaryCounterFrequency, (PULONGLONG)) \
    X(HRESULT, ConvertAuxiliaryCounterToPerformanceCounter, (ULONGLONG, PULONGLONG, PULONGLONG)) \
    X(HRESULT, ConvertPerformanceCounterToAuxiliaryCounter, (ULONGLONG, PULONGLONG, PULONGLONG))

#define MEMBER(type, name, arguments) type (WINAPI *name) arguments;
static struct functions {
    FUNCTIONS(MEMBER)
} ours, systems;

static LONG (WINAPI *NtQueryInformationThread)(HANDLE, ULONG, PVOID, ULONG, PULONG);
static LONG (WINAPI *NtQueryInformationProcess)(HANDLE, ULONG, PVOID, ULONG, PULONG);
static LONG (WINAPI *NtQuerySystemInformation)(ULONG, PVOID, ULONG, PULONG);
static LONG (WINAPI *NtQuerySystemInformationEx)(ULONG, PVOID, ULONG, PVOID, ULONG, PULONG);
static BOOL (WINAPI *CycletimeQueryThreadCpuTime)(HANDLE, PULONG64);
static BOOL (WINAPI *CycletimeQueryProcessCpuTime)(HANDLE, PULONG64);
static BOOL (WINAPI *CycletimeQueryProcessorPerformance)(USHORT, PULONG, PVOID);

static HANDLE other_thread, other_process;
static FILETIME creation, exit_time, kernel, user;
static ULONG64 value, values[1024], error;
static BYTE block[0x40000];
static ULONG length;

/* A call in both places. */
#define BOTH(id, call) \
    static void ours_##id(void) \
    { \
        ours.call; \
    } \
    static void systems_##id(void) \
    { \
        systems.call; \
    }

#define OWN_THREAD ((HANDLE)(LONG_PTR)-2)
#define OWN_PROCESS ((HANDLE)(LONG_PTR)-1)
#define TIMES &creation, &exit_time, &kernel, &user

BOTH(thread_cycles, QueryThreadCycleTime(OWN_THREAD, &value))
BOTH(other_thread_cycles, QueryThreadCycleTime(other_thread, &value))
BOTH(process_cycles, QueryProcessCycleTime(OWN_PROCESS, &value))
BOTH(other_process_cycles, QueryProcessCycleTime(other_process, &value))
BOTH(thread_times, GetThreadTimes(OWN_THREAD, TIMES))
BOTH(other_thread_times, GetThreadTimes(other_thread, TIMES))
BOTH(process_times, GetProcessTimes(OWN_PROCESS, TIMES))
BOTH(other_process_times, GetProcessTimes(other_process, TIMES))
BOTH(system_times, GetSystemTimes(&creation, &kernel, &user))
BOTH(idle, QueryIdleProcessorCycleTime((length = sizeof values, &length), values))
BOTH(idle_ex, QueryIdleProcessorCycleTimeEx(0, (length = sizeof values, &length), values))
BOTH(system_cycles, GetProcessorSystemCycleTime(0, values, (length = sizeof values, (PDWORD)&length)))
BOTH(interrupt, QueryInterruptTime(&value))
BOTH(interrupt_precise, QueryInterruptTimePrecise(&value))
BOTH(unbiased, QueryUnbiasedInterruptTime(&value))
BOTH(unbiased_precise, QueryUnbiasedInterruptTimePrecise(&value))
BOTH(auxiliary, QueryAuxiliaryCounterFrequency(&value))
BOTH(from_auxiliary, ConvertAuxiliaryCounterToPerformanceCounter(0, &value, &error))
BOTH(to_auxiliary, ConvertPerformanceCounterToAuxiliaryCounter(0, &value, &error))

static void ours_thread_cpu_time(void)
{
    CycletimeQueryThreadCpuTime(OWN_THREAD, &value);
}
static void ours_process_cpu_time(void)
{
    CycletimeQueryProcessCpuTime(OWN_PROCESS, &value);
}

/* The queries behind an answer under Wine, as nt_times asks them. */
static void query_thread(void)
{
    NtQueryInformationThread(OWN_THREAD, 1, block, 32, NULL);
}
static void query_process(void)
{
    NtQueryInformationProcess(OWN_PROCESS, 4, block, 32, NULL);
}

/* The id, with which the handle's rights are checked, and the list. */
static void query_list(void)
{
    NtQueryInformationProcess(other_process, 0, block, sizeof(PVOID) == 8 ? 48 : 24, NULL);
    NtQuerySystemInformation(5, block, sizeof block, NULL);
}

static void query_other_thread(void)
{
    NtQueryInformationThread(other_thread, 1, block, 32, NULL);
    NtQueryInformationThread(other_thread, 0, block, sizeof(PVOID) == 8 ? 48 : 28, NULL);
}

static void query_processors(void)
{
    ULONG relation = 4;

    NtQuerySystemInformationEx(107, &relation, sizeof relation, block, 1024, NULL);
    NtQuerySystemInformation(8, block, 66 * 0x30, NULL);
}

static void ours_performance(void)
{
    length = sizeof block;
    CycletimeQueryProcessorPerformance(0, &length, block);
}

static void query_performance(void)
{
    NtQuerySystemInformation(8, block, sizeof block, NULL);
}

#define ROW(id, function, detail, queries) \
    { \
#function detail, #function, ours_##id, systems_##id, queries \
    }

struct subject subjects[] = {
    ROW(thread_cycles, QueryThreadCycleTime, ", own thread", query_thread),
    ROW(other_thread_cycles, QueryThreadCycleTime, ", by handle", query_other_thread),
    ROW(process_cycles, QueryProcessCycleTime, ", own process", query_process),
    ROW(other_process_cycles, QueryProcessCycleTime, ", another's", query_list),
    ROW(thread_times, GetThreadTimes, ", own thread", query_thread),
    ROW(other_thread_times, GetThreadTimes, ", by handle", query_other_thread),
    ROW(process_times, GetProcessTimes, ", own process", query_process),
    ROW(other_process_times, GetProcessTimes, ", another's", query_list),
    ROW(system_times, GetSystemTimes, "", query_processors),
    ROW(idle, QueryIdleProcessorCycleTime, "", query_processors),
    ROW(idle_ex, QueryIdleProcessorCycleTimeEx, "", query_processors),
    ROW(system_cycles, GetProcessorSystemCycleTime, "", NULL),
    ROW(interrupt, QueryInterruptTime, "", NULL),
    ROW(interrupt_precise, QueryInterruptTimePrecise, "", NULL),
    ROW(unbiased, QueryUnbiasedInterruptTime, "", NULL),
    ROW(unbiased_precise, QueryUnbiasedInterruptTimePrecise, "", NULL),
    ROW(auxiliary, QueryAuxiliaryCounterFrequency, "", NULL),
    ROW(from_auxiliary, ConvertAuxiliaryCounterToPerformanceCounter, "", NULL),
    ROW(to_auxiliary, ConvertPerformanceCounterToAuxiliaryCounter, "", NULL),
    { "CycletimeQueryThreadCpuTime", NULL, ours_thread_cpu_time, NULL, query_thread },
    { "CycletimeQueryProcessCpuTime", NULL, ours_process_cpu_time, NULL, query_process },
    { "CycletimeQueryProcessorPerformance, class 8", NULL, ours_performance, NULL, query_performance },
};
const int subject_count = ARRAYSIZE(subjects);

static void *find(const char *const *modules, const char *name)
{
    void *function = NULL;

    for (; *modules && !function; modules++) function = (void *)GetProcAddress(GetModuleHandleA(*modules), name);
    return function;
}

/* A process that waits to be ended, and a thread of ours that does. */
static BOOL open_others(void)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION created;
    char line[] = "cycletime-bench --wait", path[MAX_PATH];
    DWORD id;

    other_thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, GetCurrentThreadId());
    if (!other_thread || !GetModuleFileNameA(NULL, path, sizeof path)) return FALSE;
    id = CreateProcessA(path, line, NULL, NULL, FALSE, CREATE_SUSPENDED, NULL, NULL, &startup, &created);
    if (!id) return FALSE;
    CloseHandle(created.hThread);
    other_process = created.hProcess;
    return TRUE;
}

void subjects_close(void)
{
    TerminateProcess(other_process, 0);
    CloseHandle(other_process);
    CloseHandle(other_thread);
}

BOOL subjects_open(HMODULE cycletime)
{
    static const char *const system_modules[] = { "kernel32", "kernelbase", NULL }, *const ntdll[] = { "ntdll", NULL };
    int i;

#define FIND(type, name, arguments) \
    ours.name = (void *)GetProcAddress(cycletime, #name); \
    systems.name = find(system_modules, #name); \
    if (!ours.name) return FALSE;
    FUNCTIONS(FIND)
#define FIND_NT(name) \
    if (!(name = find(ntdll, #name))) return FALSE
    FIND_NT(NtQueryInformationThread);
    FIND_NT(NtQueryInformationProcess);
    FIND_NT(NtQuerySystemInformation);
    FIND_NT(NtQuerySystemInformationEx);
    CycletimeQueryThreadCpuTime = (void *)GetProcAddress(cycletime, "CycletimeQueryThreadCpuTime");
    CycletimeQueryProcessCpuTime = (void *)GetProcAddress(cycletime, "CycletimeQueryProcessCpuTime");
    CycletimeQueryProcessorPerformance = (void *)GetProcAddress(cycletime, "CycletimeQueryProcessorPerformance");
    if (!CycletimeQueryThreadCpuTime || !CycletimeQueryProcessCpuTime || !CycletimeQueryProcessorPerformance) return FALSE;
    for (i = 0; i < subject_count; i++)
        if (subjects[i].function && !find(system_modules, subjects[i].function)) subjects[i].systems = NULL;
    return open_others();
}
