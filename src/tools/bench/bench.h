/* SPDX-License-Identifier: MIT */
/* The parts of the benchmark: the calls that it measures, how it measures them, and what it prints. */
#ifndef CYCLETIME_BENCH_H
#define CYCLETIME_BENCH_H

#include "cycletime.h"
#include "protocol/exit_status.h"
#include "protocol/unixlib_calls.h"

#include <windows.h>

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

/* cycletime.dll's functions; the static library's; the system's, before hooking; and those in their place after it */
extern struct functions ours, linked, alone, under;

/* A call whose cost is shown: cycletime.dll's own beside the system's and the NT queries that the answer needs; and as an
   unmodified program makes it under cycletime, beside the same call of Wine without cycletime and the least that the answer
   can cost. */
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

/* The static library's functions, each beside the same one of cycletime.dll. */
extern const struct call linked_calls[];
extern const int linked_call_count;

/* Finds the functions of cycletime.dll. FALSE: one is missing. */
BOOL calls_find(HMODULE cycletime);

/* The first is called before hooking, the second after it: both find the functions, the first opens the handles too.
   FALSE: a function is missing. */
BOOL calls_open(void);
BOOL calls_open_under(void);
void calls_close(void);

/* A query that cycletime leaves to the system: through the hooks, and directly. */
extern const struct call left_call;

/* Defines a function that makes one call. */
#define ONE_CALL(name, call) \
    static void name(void) \
    { \
        call; \
    }

/* A copy of Wine's NtQueryInformationProcess, by which Wine answers after hooking too. */
extern LONG (WINAPI *query_process)(HANDLE, ULONG, PVOID, ULONG, PULONG);

/* Finds a file beside this program or, with DIRECTORY, in that folder beside its own: the programs of the other word size.
   Returns FALSE if it is not there. */
enum { CALL_PATH = 2 * MAX_PATH };
BOOL call_find_file(const char *directory, const char *file, char path[CALL_PATH]);

/* Starts a process of this program that is suspended and never runs; or, with the handle of a semaphore that it inherits,
   one that releases the semaphore when it has begun, and then waits (call_wait). */
#define CALL_WAIT L"--wait"
BOOL call_start_waiting(HANDLE begun, PROCESS_INFORMATION *created);
void call_wait(const WCHAR *begun);

ULONG64 call_idle_cycles(void); /* of the first processor, as cycletime reports them to a program */

struct cost {
    double ours, systems, queries; /* nanoseconds a call; 0: there is no such call */
    double to_systems, to_queries; /* ours divided by the other cost: the median of the rounds' ratios */
};

/* Measures in rounds, in each of which all variants of the call are measured in turn, so that a busy machine slows all of
   them alike. */
struct cost measure_cost(const struct call *call);

/* Returns the nanoseconds of a call: the median of many short rounds. */
double measure_alone(void (*call)(void));

struct ratio {
    double ours, least; /* nanoseconds; 0: it could not be measured */
    double ratio;       /* ours divided by least */
};

/* Measures a call under cycletime and the least that it can cost, in many short rounds, so that most of them are not
   interrupted on a busy machine. */
struct ratio measure_ratio(const struct call *call);

/* Spins for MILLISECONDS of the time-stamp counter, and compares that with what QueryThreadCycleTime counted. Returns the
   median error of ROUNDS in microseconds; NAN: it could not be measured. */
double measure_spin_error(ULONG64 rate, double milliseconds, int rounds);

double measure_now(void);                         /* nanoseconds */
double measure_median(double *values, int count); /* sorts them */

/* Adds a call's costs in nanoseconds to the chart. ALONE 0: Wine alone has no answer. LEAST: the least that the call can
   cost; 0: that is not shown. WHAT must remain valid. */
void chart_add(const char *what, double alone, double under, double least);

/* Writes the chart of all calls added. FALSE: it cannot be written. */
BOOL chart_write(const WCHAR *file);

/* Measures and prints the costs of hooking: installing, a call through it, the start of a hooked program, and that
   program's first call. It hooks this process, so it runs after all but what needs hooking. FALSE: a part failed. */
BOOL hook_costs_print(BOOL json);

/* The small program that is started: it ends at once, with this code, which a program that did not run does not have. */
#define HOOK_COSTS_NOTHING "--nothing"
enum { HOOK_COSTS_DONE = 42 };

/* Or with what that function's first call took, in tenths of a microsecond, behind that bit. FALSE: it is none of these. */
#define HOOK_COSTS_FIRST 0x40000000u
BOOL hook_costs_ask_first(const WCHAR *function, DWORD *code);

/* Hooks this process, measures calls under cycletime and the least that they can cost, and prints the ratios with their
   limits. Prints nothing if the unixlib is not active. FALSE: a part failed. */
BOOL limits_print(BOOL json);

/* Prints which system this is, which length rule holds, the source and step of every question, and the idle states of a
   processor. */
enum status_code status_print(void);

/* Returns the ns that one of ROUNDS takes in the unixlib, which measures it by itself; 0: that cannot be measured. */
double measure_on_linux(enum unixlib_measured what, int rounds);

#endif
