/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include <stddef.h>
#include <string.h>

/* Every function: name, type of its pointer. Looked up, because Wine 8 lacks some, and mingw's import libraries too. The
   first are cycletime's and the system's, the second the system's, the third cycletime's. */
#define SHARED_FUNCTIONS(X) \
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
#define SYSTEM_FUNCTIONS(X) \
    X(BOOL, QueryPerformanceCounter, (LARGE_INTEGER *)) \
    X(BOOL, RtlQueryPerformanceCounter, (LARGE_INTEGER *)) \
    X(LONG, NtQueryPerformanceCounter, (LARGE_INTEGER *, LARGE_INTEGER *)) \
    X(void, GetSystemTimePreciseAsFileTime, (LPFILETIME)) \
    X(LONG, NtQueryInformationThread, (HANDLE, ULONG, PVOID, ULONG, PULONG)) \
    X(LONG, NtQueryInformationProcess, (HANDLE, ULONG, PVOID, ULONG, PULONG)) \
    X(LONG, NtQuerySystemInformation, (ULONG, PVOID, ULONG, PULONG)) \
    X(LONG, NtQuerySystemInformationEx, (ULONG, PVOID, ULONG, PVOID, ULONG, PULONG))
#define OWN_FUNCTIONS(X) \
    X(BOOL, CycletimeQueryThreadCpuTime, (HANDLE, PULONG64)) \
    X(BOOL, CycletimeQueryProcessCpuTime, (HANDLE, PULONG64)) \
    X(BOOL, CycletimeQueryProcessorPerformance, (USHORT, PULONG, PVOID))

#define MEMBER(type, name, arguments) type (WINAPI *name) arguments;
static struct functions {
    SHARED_FUNCTIONS(MEMBER)
    SYSTEM_FUNCTIONS(MEMBER)
    OWN_FUNCTIONS(MEMBER)
} ours, alone, under;

static HANDLE handle_of_thread, other_process; /* the first of this thread */
static HANDLE other_thread, end_of_thread;
static FILETIME creation, exit_time, kernel, user;
static ULONG64 value, values[1024], error;
struct block {
    ULONG64 of[4];
};
static BYTE room[0x40000];
static DWORD code;
static ULONG length;
static BOOL done;

#define OWN_THREAD ((HANDLE)(LONG_PTR)-2)
#define OWN_PROCESS ((HANDLE)(LONG_PTR)-1)
#define BASIC_SIZE (sizeof(void *) == 8 ? 0x40 : 0x2c)
#define TIMES &creation, &exit_time, &kernel, &user

/* NT's classes */
enum { THREAD_BASIC = 0, THREAD_TIMES = 1, THREAD_CYCLES = 23, PROCESS_BASIC = 0, PROCESS_TIMES = 4 };
enum { BASIC = 0, PROCESSES = 5, PROCESSOR_TIMES = 8, PROCESSORS = 107 };

/* A call in one place. What programs have on the stack is there: the counters, and NT's answers. */
#define CALL(place, id, expression) \
    static void place##_##id(void) \
    { \
        const struct functions *const of = &place; \
        struct block of_thread; \
        LARGE_INTEGER now; \
\
        (void)of_thread; \
        (void)now; \
        done = (expression); \
    }
#define BESIDE(id, expression) CALL(ours, id, expression) CALL(alone, id, expression)
#define BEFORE(id, expression) CALL(alone, id, expression) CALL(under, id, expression)
#define EVERYWHERE(id, expression) CALL(ours, id, expression) BEFORE(id, expression)

EVERYWHERE(OWN_THREAD_CYCLES, of->QueryThreadCycleTime(OWN_THREAD, &value))
EVERYWHERE(OWN_THREAD_TIMES, of->GetThreadTimes(OWN_THREAD, TIMES))
EVERYWHERE(OWN_PROCESS_CYCLES, of->QueryProcessCycleTime(OWN_PROCESS, &value))
EVERYWHERE(OWN_PROCESS_TIMES, of->GetProcessTimes(OWN_PROCESS, TIMES))
EVERYWHERE(PRECISE_TIME, (of->QueryInterruptTimePrecise(&value), TRUE))
EVERYWHERE(UNBIASED_PRECISE_TIME, (of->QueryUnbiasedInterruptTimePrecise(&value), TRUE))
EVERYWHERE(IDLE_CYCLES, of->QueryIdleProcessorCycleTimeEx(0, (length = sizeof values, &length), values))

BEFORE(NT_OWN_THREAD_CYCLES, !of->NtQueryInformationThread(OWN_THREAD, THREAD_CYCLES, of_thread.of, 16, NULL))
BEFORE(NT_OWN_THREAD_TIMES, !of->NtQueryInformationThread(OWN_THREAD, THREAD_TIMES, of_thread.of, 32, NULL))
BEFORE(OTHER_THREAD_CYCLES, of->QueryThreadCycleTime(other_thread, &value))
BEFORE(COUNTER, of->QueryPerformanceCounter(&now))
BEFORE(RTL_COUNTER, of->RtlQueryPerformanceCounter(&now))
BEFORE(NT_COUNTER, !of->NtQueryPerformanceCounter(&now, NULL))
BEFORE(PRECISE_DATE, (of->GetSystemTimePreciseAsFileTime((FILETIME *)&now), TRUE))

BESIDE(handle_cycles, of->QueryThreadCycleTime(handle_of_thread, &value))
BESIDE(other_process_cycles, of->QueryProcessCycleTime(other_process, &value))
BESIDE(handle_times, of->GetThreadTimes(handle_of_thread, TIMES))
BESIDE(other_process_times, of->GetProcessTimes(other_process, TIMES))
BESIDE(system_times, of->GetSystemTimes(&creation, &kernel, &user))
BESIDE(idle, of->QueryIdleProcessorCycleTime((length = sizeof values, &length), values))
BESIDE(system_cycles, of->GetProcessorSystemCycleTime(0, values, (length = sizeof values, (PDWORD)&length)))
BESIDE(interrupt, (of->QueryInterruptTime(&value), TRUE))
BESIDE(unbiased, of->QueryUnbiasedInterruptTime(&value))
BESIDE(auxiliary, !of->QueryAuxiliaryCounterFrequency(&value))
BESIDE(from_auxiliary, !of->ConvertAuxiliaryCounterToPerformanceCounter(0, &value, &error))
BESIDE(to_auxiliary, !of->ConvertPerformanceCounterToAuxiliaryCounter(0, &value, &error))

CALL(ours, thread_cpu_time, of->CycletimeQueryThreadCpuTime(OWN_THREAD, &value))
CALL(ours, process_cpu_time, of->CycletimeQueryProcessCpuTime(OWN_PROCESS, &value))
CALL(ours, performance, of->CycletimeQueryProcessorPerformance(0, (length = sizeof room, &length), room))

/* The queries behind an answer under Wine, as nt_times asks them. A list's is that for the id, with which the handle's
   rights are checked, and that for the list. */
CALL(alone, thread, !of->NtQueryInformationThread(OWN_THREAD, THREAD_TIMES, room, 32, NULL))
CALL(alone, process, !of->NtQueryInformationProcess(OWN_PROCESS, PROCESS_TIMES, room, 32, NULL))
CALL(alone, list,
     (of->NtQueryInformationProcess(other_process, PROCESS_BASIC, room, sizeof(PVOID) == 8 ? 48 : 24, NULL),
      !of->NtQuerySystemInformation(PROCESSES, room, sizeof room, NULL)))
CALL(alone, handle,
     (of->NtQueryInformationThread(handle_of_thread, THREAD_TIMES, room, 32, NULL),
      !of->NtQueryInformationThread(handle_of_thread, THREAD_BASIC, room, sizeof(PVOID) == 8 ? 48 : 28, NULL)))
CALL(alone, processors,
     (of->NtQuerySystemInformationEx(PROCESSORS, &(ULONG){ 4 }, sizeof(ULONG), room, 1024, NULL),
      !of->NtQuerySystemInformation(PROCESSOR_TIMES, room, 66 * 0x30, NULL)))
CALL(alone, performance, !of->NtQuerySystemInformation(PROCESSOR_TIMES, room, sizeof room, NULL))

#define SUBJECT(id, function, detail, queries) \
    { \
#function detail, ours_##id, alone_##id, queries, offsetof(struct functions, function) \
    }

struct subject subjects[] = {
    SUBJECT(OWN_THREAD_CYCLES, QueryThreadCycleTime, ", own thread", alone_thread),
    SUBJECT(handle_cycles, QueryThreadCycleTime, ", by handle", alone_handle),
    SUBJECT(OWN_PROCESS_CYCLES, QueryProcessCycleTime, ", own process", alone_process),
    SUBJECT(other_process_cycles, QueryProcessCycleTime, ", another's", alone_list),
    SUBJECT(OWN_THREAD_TIMES, GetThreadTimes, ", own thread", alone_thread),
    SUBJECT(handle_times, GetThreadTimes, ", by handle", alone_handle),
    SUBJECT(OWN_PROCESS_TIMES, GetProcessTimes, ", own process", alone_process),
    SUBJECT(other_process_times, GetProcessTimes, ", another's", alone_list),
    SUBJECT(system_times, GetSystemTimes, "", alone_processors),
    SUBJECT(idle, QueryIdleProcessorCycleTime, "", alone_processors),
    SUBJECT(IDLE_CYCLES, QueryIdleProcessorCycleTimeEx, "", alone_processors),
    SUBJECT(system_cycles, GetProcessorSystemCycleTime, "", NULL),
    SUBJECT(interrupt, QueryInterruptTime, "", NULL),
    SUBJECT(PRECISE_TIME, QueryInterruptTimePrecise, "", NULL),
    SUBJECT(unbiased, QueryUnbiasedInterruptTime, "", NULL),
    SUBJECT(UNBIASED_PRECISE_TIME, QueryUnbiasedInterruptTimePrecise, "", NULL),
    SUBJECT(auxiliary, QueryAuxiliaryCounterFrequency, "", NULL),
    SUBJECT(from_auxiliary, ConvertAuxiliaryCounterToPerformanceCounter, "", NULL),
    SUBJECT(to_auxiliary, ConvertPerformanceCounterToAuxiliaryCounter, "", NULL),
    { "CycletimeQueryThreadCpuTime", ours_thread_cpu_time, NULL, alone_thread, 0 },
    { "CycletimeQueryProcessCpuTime", ours_process_cpu_time, NULL, alone_process, 0 },
    { "CycletimeQueryProcessorPerformance, class 8", ours_performance, NULL, alone_performance, 0 },
};
const int subject_count = ARRAYSIZE(subjects);

#define ROW(id, function, detail) [id] = { #function detail, under_##id, alone_##id, offsetof(struct functions, function) }
struct call calls[CALL_NAMES] = {
    ROW(OWN_THREAD_CYCLES, QueryThreadCycleTime, ", own thread"),
    [OWN_THREAD_CPU_TIME] = { "CycletimeQueryThreadCpuTime, own", ours_thread_cpu_time, NULL, 0 },
    ROW(OWN_THREAD_TIMES, GetThreadTimes, ", own thread"),
    ROW(NT_OWN_THREAD_CYCLES, NtQueryInformationThread, ", own cycles"),
    ROW(NT_OWN_THREAD_TIMES, NtQueryInformationThread, ", own times"),
    ROW(OWN_PROCESS_CYCLES, QueryProcessCycleTime, ", own process"),
    ROW(OWN_PROCESS_TIMES, GetProcessTimes, ", own process"),
    ROW(OTHER_THREAD_CYCLES, QueryThreadCycleTime, ", by handle"),
    ROW(PRECISE_TIME, QueryInterruptTimePrecise, ""),
    ROW(UNBIASED_PRECISE_TIME, QueryUnbiasedInterruptTimePrecise, ""),
    ROW(COUNTER, QueryPerformanceCounter, ""),
    ROW(RTL_COUNTER, RtlQueryPerformanceCounter, ""),
    ROW(NT_COUNTER, NtQueryPerformanceCounter, ""),
    ROW(PRECISE_DATE, GetSystemTimePreciseAsFileTime, ""),
    ROW(IDLE_CYCLES, QueryIdleProcessorCycleTimeEx, ""),
};

void call_server(void)
{
    GetExitCodeThread(other_thread, &code);
}

/* The system's own behind the graft too: a copy of the system call, whose instructions name no place relative to
   themselves. */
static LONG (WINAPI *query_system)(ULONG, PVOID, ULONG, PULONG);

static BOOL copy_query_system(void)
{
    enum { ENOUGH = 32 };
    const BYTE *call = (const BYTE *)alone.NtQuerySystemInformation;
    BYTE *copy = VirtualAlloc(NULL, ENOUGH, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);

    if (!copy || !call || call[sizeof(void *) == 8 ? 3 : 0] != 0xb8) return FALSE; /* mov eax, number */
    memcpy(copy, call, ENOUGH);
    query_system = (void *)copy;
    return TRUE;
}

/* Of 64 processors, and what else the system fills in. */
void call_processors(void)
{
    query_system(PROCESSOR_TIMES, room, 64 * 0x30, &length);
}

void call_left(void)
{
    under.NtQuerySystemInformation(BASIC, room, BASIC_SIZE, &length);
}

void call_left_alone(void)
{
    query_system(BASIC, room, BASIC_SIZE, &length);
}

ULONG64 call_idle_cycles(void)
{
    under_IDLE_CYCLES();
    return values[0];
}

static void *find(const char *name)
{
    static const char *const modules[] = { "kernel32", "kernelbase", "ntdll" };
    void *function = NULL;
    unsigned i;

    for (i = 0; i < ARRAYSIZE(modules) && !function; i++)
        function = (void *)GetProcAddress(GetModuleHandleA(modules[i]), name);
    return function;
}

static DWORD WINAPI wait_to_end(void *event)
{
    return WaitForSingleObject(event, INFINITE);
}

/* A thread and a process that wait to be ended. */
static BOOL open_others(void)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION created;
    char line[] = "cycletime-bench --wait", path[MAX_PATH];

    handle_of_thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, GetCurrentThreadId());
    if (!handle_of_thread || !GetModuleFileNameA(NULL, path, sizeof path)) return FALSE;
    if (!CreateProcessA(path, line, NULL, NULL, FALSE, CREATE_SUSPENDED, NULL, NULL, &startup, &created)) return FALSE;
    CloseHandle(created.hThread);
    other_process = created.hProcess;
    if (!(end_of_thread = CreateEventA(NULL, TRUE, FALSE, NULL))) return FALSE;
    other_thread = CreateThread(NULL, 0, wait_to_end, end_of_thread, 0, NULL);
    return other_thread != NULL;
}

void calls_close(void)
{
    SetEvent(end_of_thread);
    WaitForSingleObject(other_thread, INFINITE);
    CloseHandle(other_thread);
    CloseHandle(end_of_thread);
    TerminateProcess(other_process, 0);
    CloseHandle(other_process);
    CloseHandle(handle_of_thread);
}

/* A call that fails, or says 0 where that cannot be, is no answer. */
static BOOL is_answered(void (*call)(void))
{
    value = values[0] = 1;
    done = FALSE;
    call();
    return done && value && values[0];
}

static BOOL is_there(size_t function)
{
    return *(void *const *)((const BYTE *)&alone + function) != NULL;
}

#define FIND_OURS(type, name, arguments) \
    if (!(ours.name = (void *)GetProcAddress(cycletime, #name))) return FALSE;
#define FIND_ALONE(type, name, arguments) alone.name = find(#name);
#define FIND_UNDER(type, name, arguments) \
    if (!(under.name = find(#name))) return FALSE;

BOOL calls_open(HMODULE cycletime)
{
    int i;

    SHARED_FUNCTIONS(FIND_OURS)
    OWN_FUNCTIONS(FIND_OURS)
    SHARED_FUNCTIONS(FIND_ALONE)
    SYSTEM_FUNCTIONS(FIND_ALONE)
    if (!alone.NtQuerySystemInformationEx || !open_others()) return FALSE;
    for (i = 0; i < subject_count; i++)
        if (!is_there(subjects[i].function)) subjects[i].systems = NULL;
    for (i = 0; i < CALL_NAMES; i++)
        if (calls[i].alone && (!is_there(calls[i].function) || !is_answered(calls[i].alone))) calls[i].alone = NULL;
    return copy_query_system();
}

BOOL calls_open_under(void)
{
    SHARED_FUNCTIONS(FIND_UNDER)
    SYSTEM_FUNCTIONS(FIND_UNDER)
    return TRUE;
}
