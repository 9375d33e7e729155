/* SPDX-License-Identifier: MIT */
/* The calls that are measured, each by cycletime, by the system and by the Linux side. */
#include "tools/bench/bench.h"
#include "protocol/tsc_scale.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

struct functions ours, linked, alone, under;

static HANDLE handle_of_thread, other_process, other_thread; /* the first of this thread */
static FILETIME creation, exit_time, kernel, user;
static ULONG64 value, values[1024], error;
struct block {
    ULONG64 of[4];
};
static BYTE room[0x40000];
static DWORD code;
static ULONG length;
static BOOL done;

#define OWN_THREAD ((HANDLE)(LONG_PTR)(-2))
#define OWN_PROCESS ((HANDLE)(LONG_PTR)(-1))
#define BASIC_SIZE (sizeof(void *) == 8 ? 0x40 : 0x2c)
#define TIMES &creation, &exit_time, &kernel, &user

/* NT's classes */
enum { THREAD_BASIC = 0, THREAD_TIMES = 1, THREAD_CYCLES = 23, PROCESS_BASIC = 0, PROCESS_TIMES = 4 };
enum { BASIC = 0, PROCESSES = 5, PROCESSOR_TIMES = 8, PROCESSORS = 107 };

/* A function that makes one call. The counters and NT's answers are on the stack, as in most programs. */
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

EVERYWHERE(thread_cycles, of->QueryThreadCycleTime(OWN_THREAD, &value))
EVERYWHERE(thread_times, of->GetThreadTimes(OWN_THREAD, TIMES))
EVERYWHERE(process_cycles, of->QueryProcessCycleTime(OWN_PROCESS, &value))
EVERYWHERE(process_times, of->GetProcessTimes(OWN_PROCESS, TIMES))
EVERYWHERE(precise, (of->QueryInterruptTimePrecise(&value), TRUE))
EVERYWHERE(unbiased_precise, (of->QueryUnbiasedInterruptTimePrecise(&value), TRUE))
EVERYWHERE(idle_cycles, of->QueryIdleProcessorCycleTimeEx(0, (length = sizeof values, &length), values))

BEFORE(nt_cycles, !of->NtQueryInformationThread(OWN_THREAD, THREAD_CYCLES, of_thread.of, 16, NULL))
BEFORE(nt_times, !of->NtQueryInformationThread(OWN_THREAD, THREAD_TIMES, of_thread.of, 32, NULL))
BEFORE(other_thread_cycles, of->QueryThreadCycleTime(other_thread, &value))
BEFORE(counter, of->QueryPerformanceCounter(&now))
BEFORE(rtl_counter, of->RtlQueryPerformanceCounter(&now))
BEFORE(nt_counter, !of->NtQueryPerformanceCounter(&now, NULL))
BEFORE(date, (of->GetSystemTimePreciseAsFileTime((FILETIME *)&now), TRUE))

BESIDE(handle_cycles, of->QueryThreadCycleTime(handle_of_thread, &value))
BESIDE(other_process_cycles, of->QueryProcessCycleTime(other_process, &value))
BESIDE(handle_times, of->GetThreadTimes(handle_of_thread, TIMES))
BESIDE(other_process_times, of->GetProcessTimes(other_process, TIMES))
BESIDE(system_times, of->GetSystemTimes(&creation, &kernel, &user))
BESIDE(idle, of->QueryIdleProcessorCycleTime((length = sizeof values, &length), values))
BESIDE(system_cycles, of->GetProcessorSystemCycleTime(0, (PVOID)values, (length = sizeof values, (PDWORD)&length)))
BESIDE(interrupt, (of->QueryInterruptTime(&value), TRUE))
BESIDE(unbiased, of->QueryUnbiasedInterruptTime(&value))
BESIDE(auxiliary, !of->QueryAuxiliaryCounterFrequency(&value))
BESIDE(from_auxiliary, !of->ConvertAuxiliaryCounterToPerformanceCounter(0, &value, &error))
BESIDE(to_auxiliary, !of->ConvertPerformanceCounterToAuxiliaryCounter(0, &value, &error))

CALL(ours, thread_cpu_time, of->CycletimeQueryThreadCpuTime(OWN_THREAD, &value))
CALL(under, thread_cpu_time, of->CycletimeQueryThreadCpuTime(OWN_THREAD, &value))
CALL(linked, thread_cycles, of->QueryThreadCycleTime(OWN_THREAD, &value))
CALL(linked, thread_cpu_time, of->CycletimeQueryThreadCpuTime(OWN_THREAD, &value))
CALL(linked, thread_times, of->GetThreadTimes(OWN_THREAD, TIMES))
CALL(linked, process_cycles, of->QueryProcessCycleTime(OWN_PROCESS, &value))
CALL(linked, process_times, of->GetProcessTimes(OWN_PROCESS, TIMES))

CALL(ours, process_cpu_time, of->CycletimeQueryProcessCpuTime(OWN_PROCESS, &value))
CALL(ours, performance, of->CycletimeQueryProcessorPerformance(0, (length = sizeof room, &length), (PVOID)room))

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

ONE_CALL(call_tsc, value = __builtin_ia32_rdtsc())
ONE_CALL(call_ordered_tsc, value = tsc_read_ordered())
ONE_CALL(call_server, GetExitCodeThread(other_thread, &code)) /* goes to Wine's server and back */

/* Copies of system calls, by which Wine answers after hooking too. The instructions name no place relative to
   themselves. */
static LONG (WINAPI *query_system)(ULONG, PVOID, ULONG, PULONG);
LONG (WINAPI *query_process)(HANDLE, ULONG, PVOID, ULONG, PULONG);

/* Returns NULL if FUNCTION's instructions are not the known ones. */
static PVOID copy_system_call(PVOID function)
{
    enum { ENOUGH = 32 };
    const BYTE *call = function;
    BYTE *copy = VirtualAlloc(NULL, ENOUGH, MEM_RESERVE | MEM_COMMIT, PAGE_EXECUTE_READWRITE);

    if (!copy || !call || call[sizeof(void *) == 8 ? 3 : 0] != 0xb8) return NULL; /* mov eax, number */
    memcpy(copy, call, ENOUGH);
    return copy;
}

/* Wine's own of class 8: of 64 processors, and what else the system fills in. */
ONE_CALL(call_class_8_alone, query_system(PROCESSOR_TIMES, room, 64 * 0x30, &length))
ONE_CALL(call_left, under.NtQuerySystemInformation(BASIC, room, BASIC_SIZE, &length))
ONE_CALL(call_left_alone, query_system(BASIC, room, BASIC_SIZE, &length))

#define ALONE(id, member) .alone = alone_##id, .function = offsetof(struct functions, member)
#define BOTH(id, member, detail) .name = #member detail, .ours = ours_##id, ALONE(id, member)
#define HELD(id, what, number, ratio, floor) \
    .under = under_##id, .beside = what, .count = number, .limit = ratio, .least = floor
#define TO_TSC(id, ratio) HELD(id, "rdtsc", 1000, ratio, call_tsc)
#define TO_ORDERED(id, ratio) HELD(id, "lfence, rdtsc", 1000, ratio, call_ordered_tsc)

/* The calls that have a limit come first; their rounds have as many calls as take some ten microseconds. */
struct call calls[] = {
    { BOTH(thread_cycles, QueryThreadCycleTime, ", own thread"), .queries = alone_thread, TO_TSC(thread_cycles, 1.25) },
    { .name = "CycletimeQueryThreadCpuTime, own",
      .ours = ours_thread_cpu_time,
      .queries = alone_thread,
      TO_TSC(thread_cpu_time, 1.5) },
    { BOTH(thread_times, GetThreadTimes, ", own thread"), .queries = alone_thread, TO_TSC(thread_times, 3) },
    { .name = "NtQueryInformationThread, own cycles", ALONE(nt_cycles, NtQueryInformationThread), TO_TSC(nt_cycles, 3) },
    { .name = "NtQueryInformationThread, own times", ALONE(nt_times, NtQueryInformationThread), TO_TSC(nt_times, 3) },
    { BOTH(process_cycles, QueryProcessCycleTime, ", own process"), .queries = alone_process,
      HELD(process_cycles, "clock_gettime", 50, 1.2, NULL), .linux_least = UNIXLIB_MEASURED_PROCESS_CLOCK },
    { BOTH(process_times, GetProcessTimes, ", own process"), .queries = alone_process,
      HELD(process_times, "clock_gettime, getrusage", 50, 1.15, NULL), .linux_least = UNIXLIB_MEASURED_PROCESS_TIMES },
    { .name = "QueryThreadCycleTime, by handle",
      ALONE(other_thread_cycles, QueryThreadCycleTime),
      HELD(other_thread_cycles, "GetExitCodeThread", 5, 1.2, call_server) },
    { BOTH(precise, QueryInterruptTimePrecise, ""), TO_ORDERED(precise, 2) },
    { BOTH(unbiased_precise, QueryUnbiasedInterruptTimePrecise, ""), TO_ORDERED(unbiased_precise, 2) },
    { .name = "QueryPerformanceCounter", ALONE(counter, QueryPerformanceCounter), TO_ORDERED(counter, 1.5) },
    { .name = "RtlQueryPerformanceCounter", ALONE(rtl_counter, RtlQueryPerformanceCounter), TO_ORDERED(rtl_counter, 1.5) },
    { .name = "NtQueryPerformanceCounter", ALONE(nt_counter, NtQueryPerformanceCounter), TO_ORDERED(nt_counter, 1.5) },
    { .name = "GetSystemTimePreciseAsFileTime", ALONE(date, GetSystemTimePreciseAsFileTime), TO_ORDERED(date, 1.5) },
    { BOTH(idle_cycles, QueryIdleProcessorCycleTimeEx, ""), .queries = alone_processors,
      HELD(idle_cycles, "class 8, Wine's own", 20, 1 / 1.5, call_class_8_alone) },
    { BOTH(handle_cycles, QueryThreadCycleTime, ", by handle"), .queries = alone_handle },
    { BOTH(other_process_cycles, QueryProcessCycleTime, ", another's"), .queries = alone_list },
    { BOTH(handle_times, GetThreadTimes, ", by handle"), .queries = alone_handle },
    { BOTH(other_process_times, GetProcessTimes, ", another's"), .queries = alone_list },
    { BOTH(system_times, GetSystemTimes, ""), .queries = alone_processors },
    { BOTH(idle, QueryIdleProcessorCycleTime, ""), .queries = alone_processors },
    { BOTH(system_cycles, GetProcessorSystemCycleTime, "") },
    { BOTH(interrupt, QueryInterruptTime, "") },
    { BOTH(unbiased, QueryUnbiasedInterruptTime, "") },
    { BOTH(auxiliary, QueryAuxiliaryCounterFrequency, "") },
    { BOTH(from_auxiliary, ConvertAuxiliaryCounterToPerformanceCounter, "") },
    { BOTH(to_auxiliary, ConvertPerformanceCounterToAuxiliaryCounter, "") },
    { .name = "CycletimeQueryProcessCpuTime", .ours = ours_process_cpu_time, .queries = alone_process },
    { .name = "CycletimeQueryProcessorPerformance, class 8", .ours = ours_performance, .queries = alone_performance },
};
const int call_count = ARRAYSIZE(calls);

#define LINKED(id, member, calls) \
    { \
        .name = #member ", static", .under = linked_##id, .beside = "cycletime.dll's", .least = ours_##id, .count = calls, \
        .limit = 1.2 \
    }
const struct call linked_calls[] = {
    LINKED(thread_cycles, QueryThreadCycleTime, 1000), LINKED(thread_cpu_time, CycletimeQueryThreadCpuTime, 1000),
    LINKED(thread_times, GetThreadTimes, 1000),        LINKED(process_cycles, QueryProcessCycleTime, 50),
    LINKED(process_times, GetProcessTimes, 50),
};
const int linked_call_count = ARRAYSIZE(linked_calls);

const struct call left_call = { .under = call_left, .least = call_left_alone, .count = 50 };

ULONG64 call_idle_cycles(void)
{
    under_idle_cycles();
    return values[0];
}

static void *find_function(const char *name)
{
    static const char *const modules[] = { "kernel32", "kernelbase", "ntdll" };
    void *function = NULL;
    unsigned i;

    for (i = 0; i < ARRAYSIZE(modules) && !function; i++)
        function = (void *)GetProcAddress(GetModuleHandleA(modules[i]), name);
    return function;
}

static DWORD WINAPI wait_for_process(void *process)
{
    return WaitForSingleObject(process, INFINITE);
}

BOOL call_find_file(const char *directory, const char *file, char path[CALL_PATH])
{
    char *slash;
    DWORD length = GetModuleFileNameA(NULL, path, MAX_PATH);
    int levels = directory ? 2 : 1;

    if (!length || length >= MAX_PATH) return FALSE;
    while (levels--) {
        slash = strrchr(path, '\\');
        if (!slash) return FALSE;
        *slash = 0;
    }
    snprintf(slash, CALL_PATH - (slash - path), "\\%s%s%s", directory ? directory : "", directory ? "\\" : "", file);
    return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
}

BOOL call_start_waiting(HANDLE begun, PROCESS_INFORMATION *created)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    WCHAR line[64], path[MAX_PATH];

    swprintf(line, ARRAYSIZE(line), L"cycletime-bench " CALL_WAIT L" %p", begun);
    if (!GetModuleFileNameW(NULL, path, ARRAYSIZE(path))) return FALSE;
    return CreateProcessW(path, line, NULL, NULL, begun != NULL, begun ? 0 : CREATE_SUSPENDED, NULL, NULL, &startup,
                          created);
}

void call_wait(const WCHAR *begun)
{
    HANDLE semaphore;

    if (swscanf(begun, L"%p", &semaphore) == 1) ReleaseSemaphore(semaphore, 1, NULL);
    Sleep(INFINITE);
}

void calls_close(void)
{
    TerminateProcess(other_process, 0);
    WaitForSingleObject(other_thread, INFINITE);
}

#define FIND_OURS(name) \
    ours.name = (void *)GetProcAddress(cycletime, #name); \
    if (!ours.name) return FALSE;
#define FIND_LINKED(name) linked.name = name;
#define FIND_ALONE(name) alone.name = find_function(#name);
#define FIND_UNDER(name) \
    under.name = find_function(#name); \
    if (!under.name) return FALSE;
#define FIND_TYPED_ALONE(type, name, arguments) FIND_ALONE(name)
#define FIND_TYPED_UNDER(type, name, arguments) FIND_UNDER(name)

BOOL calls_find(HMODULE cycletime)
{
    SHARED_FUNCTIONS(FIND_OURS)
    OWN_FUNCTIONS(FIND_OURS)
    SHARED_FUNCTIONS(FIND_LINKED)
    FIND_LINKED(CycletimeQueryThreadCpuTime)
    return TRUE;
}

/* A call answers if it succeeds, and not with 0 where 0 cannot be true. The other process never runs, and the other thread
   waits for its end. */
BOOL calls_open(void)
{
    PROCESS_INFORMATION created;
    struct call *call;

    SHARED_FUNCTIONS(FIND_ALONE)
    SYSTEM_FUNCTIONS(FIND_TYPED_ALONE)
    if (!alone.NtQuerySystemInformationEx) return FALSE;
    handle_of_thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, GetCurrentThreadId());
    if (!handle_of_thread || !call_start_waiting(NULL, &created)) return FALSE;
    other_process = created.hProcess;
    other_thread = CreateThread(NULL, 0, wait_for_process, other_process, 0, NULL);
    if (!other_thread) return FALSE;
    for (call = calls; call < calls + call_count; call++) {
        if (call->alone && !*(void *const *)((const BYTE *)&alone + call->function)) call->alone = NULL;
        if (!call->alone) continue;
        value = values[0] = 1;
        done = FALSE;
        call->alone();
        call->has_answer = done && value && values[0];
    }
    query_system = copy_system_call((PVOID)alone.NtQuerySystemInformation);
    query_process = copy_system_call((PVOID)alone.NtQueryInformationProcess);
    return query_system && query_process;
}

BOOL calls_open_under(void)
{
    under.CycletimeQueryThreadCpuTime = ours.CycletimeQueryThreadCpuTime;
    SHARED_FUNCTIONS(FIND_UNDER)
    SYSTEM_FUNCTIONS(FIND_TYPED_UNDER)
    return TRUE;
}
