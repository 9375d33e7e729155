/* SPDX-License-Identifier: MIT */
#include "call.h"

#include <stddef.h>
#include <string.h>

/* Every function: name, type of its pointer. Looked up, because Wine 8 lacks some, and mingw's import libraries too. */
#define FUNCTIONS(X) \
    X(BOOL, QueryThreadCycleTime, (HANDLE, PULONG64)) \
    X(BOOL, QueryProcessCycleTime, (HANDLE, PULONG64)) \
    X(BOOL, GetThreadTimes, (HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME)) \
    X(BOOL, GetProcessTimes, (HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME)) \
    X(BOOL, QueryIdleProcessorCycleTimeEx, (USHORT, PULONG, PULONG64)) \
    X(void, QueryInterruptTimePrecise, (PULONGLONG)) \
    X(void, QueryUnbiasedInterruptTimePrecise, (PULONGLONG)) \
    X(BOOL, QueryPerformanceCounter, (LARGE_INTEGER *)) \
    X(BOOL, RtlQueryPerformanceCounter, (LARGE_INTEGER *)) \
    X(LONG, NtQueryPerformanceCounter, (LARGE_INTEGER *, LARGE_INTEGER *)) \
    X(void, GetSystemTimePreciseAsFileTime, (LPFILETIME)) \
    X(LONG, NtQueryInformationThread, (HANDLE, ULONG, PVOID, ULONG, PULONG)) \
    X(LONG, NtQuerySystemInformation, (ULONG, PVOID, ULONG, PULONG))

#define MEMBER(type, name, arguments) type (WINAPI *name) arguments;
static struct functions {
    FUNCTIONS(MEMBER)
    BOOL (WINAPI *CycletimeQueryThreadCpuTime)(HANDLE, PULONG64);
} alone, under;

static HANDLE other_thread, end_of_thread;
static FILETIME creation, exit_time, kernel, user;
static ULONG64 value, idle[64];
struct block {
    ULONG64 of[4];
};
static BYTE processors[64 * 0x30]; /* and what else the system fills in */
static DWORD code;
static ULONG length;
static BOOL done;

#define OWN_THREAD ((HANDLE)(LONG_PTR)-2)
#define OWN_PROCESS ((HANDLE)(LONG_PTR)-1)
#define BASIC_SIZE (sizeof(void *) == 8 ? 0x40 : 0x2c)
#define TIMES &creation, &exit_time, &kernel, &user

enum { THREAD_TIMES = 1, THREAD_CYCLES = 23, BASIC = 0, PROCESSOR_TIMES = 8 }; /* NT's classes */

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
#define BOTH(id, expression) CALL(alone, id, expression) CALL(under, id, expression)

BOTH(OWN_THREAD_CYCLES, of->QueryThreadCycleTime(OWN_THREAD, &value))
BOTH(OWN_THREAD_TIMES, of->GetThreadTimes(OWN_THREAD, TIMES))
BOTH(NT_OWN_THREAD_CYCLES, !of->NtQueryInformationThread(OWN_THREAD, THREAD_CYCLES, of_thread.of, 16, NULL))
BOTH(NT_OWN_THREAD_TIMES, !of->NtQueryInformationThread(OWN_THREAD, THREAD_TIMES, of_thread.of, 32, NULL))
BOTH(OWN_PROCESS_CYCLES, of->QueryProcessCycleTime(OWN_PROCESS, &value))
BOTH(OWN_PROCESS_TIMES, of->GetProcessTimes(OWN_PROCESS, TIMES))
BOTH(OTHER_THREAD_CYCLES, of->QueryThreadCycleTime(other_thread, &value))
BOTH(PRECISE_TIME, (of->QueryInterruptTimePrecise(&value), TRUE))
BOTH(UNBIASED_PRECISE_TIME, (of->QueryUnbiasedInterruptTimePrecise(&value), TRUE))
BOTH(COUNTER, of->QueryPerformanceCounter(&now))
BOTH(RTL_COUNTER, of->RtlQueryPerformanceCounter(&now))
BOTH(NT_COUNTER, !of->NtQueryPerformanceCounter(&now, NULL))
BOTH(PRECISE_DATE, (of->GetSystemTimePreciseAsFileTime((FILETIME *)&now), TRUE))
BOTH(IDLE_CYCLES, of->QueryIdleProcessorCycleTimeEx(0, (length = sizeof idle, &length), idle))

CALL(under, OWN_THREAD_CPU_TIME, of->CycletimeQueryThreadCpuTime(OWN_THREAD, &value))

#define ROW(id, function, detail) [id] = { #function detail, under_##id, alone_##id, offsetof(struct functions, function) }
struct call calls[CALL_NAMES] = {
    ROW(OWN_THREAD_CYCLES, QueryThreadCycleTime, ", own thread"),
    [OWN_THREAD_CPU_TIME] = { "CycletimeQueryThreadCpuTime, own", under_OWN_THREAD_CPU_TIME, NULL, 0 },
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

void call_processors(void)
{
    query_system(PROCESSOR_TIMES, processors, sizeof processors, &length);
}

void call_left(void)
{
    under.NtQuerySystemInformation(BASIC, processors, BASIC_SIZE, &length);
}

void call_left_alone(void)
{
    query_system(BASIC, processors, BASIC_SIZE, &length);
}

ULONG64 call_idle_cycles(void)
{
    under_IDLE_CYCLES();
    return idle[0];
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

static BOOL open_other_thread(void)
{
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
}

/* A call that fails, or says 0 where that cannot be, is no answer. */
static BOOL is_answered(void (*call)(void))
{
    value = idle[0] = 1;
    done = FALSE;
    call();
    return done && value && idle[0];
}

#define FIND_ALONE(type, name, arguments) alone.name = find(#name);
#define FIND_UNDER(type, name, arguments) \
    if (!(under.name = find(#name))) return FALSE;

static BOOL is_there(const struct call *call)
{
    return *(void *const *)((const BYTE *)&alone + call->function) != NULL;
}

BOOL calls_open_alone(void)
{
    int i;

    if (!open_other_thread()) return FALSE;
    FUNCTIONS(FIND_ALONE)
    for (i = 0; i < CALL_NAMES; i++)
        if (calls[i].alone && (!is_there(&calls[i]) || !is_answered(calls[i].alone))) calls[i].alone = NULL;
    return copy_query_system();
}

BOOL calls_open_under(HMODULE cycletime)
{
    FUNCTIONS(FIND_UNDER)
    under.CycletimeQueryThreadCpuTime = (void *)GetProcAddress(cycletime, "CycletimeQueryThreadCpuTime");
    return under.CycletimeQueryThreadCpuTime != NULL;
}
