/* SPDX-License-Identifier: MIT */
/* The calls whose costs are shown: cycletime.dll's own beside the system's and the NT queries that the answer needs; and as
   an unmodified program makes them under cycletime, beside the same call of Wine without cycletime and the least that the
   answer can cost. */
#ifndef CALLS_H
#define CALLS_H

#include "tools/bench/unixlib.h"
#include "cycletime.h"

/* Functions that are looked up at run time, because Wine 8 and mingw's import libraries lack some: those of both
   cycletime.dll and the system; those of the system alone, with their types; those of cycletime.dll alone. */
#define SHARED_FUNCTIONS(X) \
    X(QueryThreadCycleTime) \
    X(QueryProcessCycleTime) \
    X(GetThreadTimes) \
    X(GetProcessTimes) \
    X(GetSystemTimes) \
    X(QueryIdleProcessorCycleTime) \
    X(QueryIdleProcessorCycleTimeEx) \
    X(GetProcessorSystemCycleTime) \
    X(QueryInterruptTime) \
    X(QueryInterruptTimePrecise) \
    X(QueryUnbiasedInterruptTime) \
    X(QueryUnbiasedInterruptTimePrecise) \
    X(QueryAuxiliaryCounterFrequency) \
    X(ConvertAuxiliaryCounterToPerformanceCounter) \
    X(ConvertPerformanceCounterToAuxiliaryCounter)
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
    X(CycletimeInstallHooks) \
    X(CycletimeQueryFrequency) \
    X(CycletimeQueryUnixlibClock) \
    X(CycletimeQueryUnixlibState) \
    X(CycletimeQueryIdleStateCount) \
    X(CycletimeQueryIdleStatesV2) \
    X(CycletimeQueryProcessCpuTime) \
    X(CycletimeQueryProcessorPerformance) \
    X(CycletimeQuerySource) \
    X(CycletimeQueryThreadCpuTime)

#define DECLARED_MEMBER(name) __typeof__(name) *name;
#define TYPED_MEMBER(type, name, arguments) type (WINAPI *name) arguments;
struct functions {
    SHARED_FUNCTIONS(DECLARED_MEMBER)
    OWN_FUNCTIONS(DECLARED_MEMBER)
    SYSTEM_FUNCTIONS(TYPED_MEMBER)
};

/* cycletime.dll's functions; the system's, before hooking; and those in their place after it */
extern struct functions ours, alone, under;

struct call {
    const char *name;
    void (*ours)(void);  /* NULL: only the system has it */
    void (*alone)(void); /* NULL: only we have it, or this system does not */
    void (*under)(void);
    void (*queries)(void); /* NULL: the answer needs none */
    size_t function;       /* the member of struct functions that ALONE calls */
    BOOL has_answer;       /* ALONE succeeds */
    /* The call's limit with cycletime, measured in rounds of COUNT calls. If LIMIT is 0, there is no limit. */
    const char *beside;
    void (*least)(void);               /* a call that is the least that it can cost; NULL: */
    enum unixlib_measured linux_least; /* what it needs in the unixlib is the least */
    int count;
    double limit;    /* the limit ratio of its cost to that */
    double alone_ns; /* what ALONE costs; 0: no answer */
};

extern struct call calls[];
extern const int call_count;

/* Finds the functions of cycletime.dll. FALSE: one is missing. */
BOOL calls_find(HMODULE cycletime);

/* The first is called before hooking, the second after it: both find the functions, the first opens the handles too.
   FALSE: a function is missing. */
BOOL calls_open(void);
BOOL calls_open_under(void);
void calls_close(void);

/* Make a query that cycletime leaves to the system: through the hooks, and directly. */
void call_left(void);
void call_left_alone(void);

/* Queries the times of a process directly. */
void call_process_times_alone(HANDLE process);

/* Finds a file beside this program or, with DIRECTORY, in that folder beside its own: the programs of the other word size.
   Returns FALSE if it is not there. */
enum { CALL_PATH = 2 * MAX_PATH };
BOOL call_find_file(const char *directory, const char *file, char path[CALL_PATH]);

/* Starts a process of this program that is suspended and never runs. */
BOOL call_start_suspended(PROCESS_INFORMATION *created);

ULONG64 call_idle_cycles(void); /* of the first processor, as cycletime reports them to a program */

#endif
