/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that calls each of these functions while all others are replaced by what raises
   an exception: a function that is in place of another may reach none of them, or it could come back to itself. */
#include "plain.h"

#include <string.h>

union memory {
    ULONG64 cycles[64];
    FILETIME time;
};

static union memory out[4];

typedef BOOL (WINAPI *query_cycles)(HANDLE, PULONG64);
typedef BOOL (WINAPI *query_times)(HANDLE, FILETIME *, FILETIME *, FILETIME *, FILETIME *);
typedef BOOL (WINAPI *query_system_times)(FILETIME *, FILETIME *, FILETIME *);
typedef BOOL (WINAPI *query_idle)(PULONG, PULONG64);
typedef BOOL (WINAPI *query_idle_of_group)(USHORT, PULONG, PULONG64);
typedef BOOL (WINAPI *query_system_cycles)(USHORT, PULONG64, PDWORD);
typedef void (WINAPI *query_time)(PULONG64);
typedef HRESULT (WINAPI *convert)(ULONG64, PULONG64, PULONG64);

#define CALL(name, type, ...) static void name(void *function) { ((type)function)(__VA_ARGS__); }
#define LENGTH &(ULONG){ sizeof out[0].cycles }

CALL(call_thread_cycles, query_cycles, GetCurrentThread(), out[0].cycles)
CALL(call_process_cycles, query_cycles, GetCurrentProcess(), out[0].cycles)
CALL(call_thread_times, query_times, GetCurrentThread(), &out[0].time, &out[1].time, &out[2].time, &out[3].time)
CALL(call_process_times, query_times, GetCurrentProcess(), &out[0].time, &out[1].time, &out[2].time, &out[3].time)
CALL(call_system_times, query_system_times, &out[0].time, &out[1].time, &out[2].time)
CALL(call_idle, query_idle, LENGTH, out[0].cycles)
CALL(call_idle_of_group, query_idle_of_group, 0, LENGTH, out[0].cycles)
CALL(call_system_cycles, query_system_cycles, 0, out[0].cycles, LENGTH)
CALL(call_time, query_time, out[0].cycles)
CALL(call_conversion, convert, 0, out[0].cycles, out[1].cycles)

static struct {
    const char *name;
    void (*call)(void *function);
    BYTE *function, first;
} functions[] = {
    { .name = "QueryThreadCycleTime", .call = call_thread_cycles },
    { .name = "QueryProcessCycleTime", .call = call_process_cycles },
    { .name = "GetThreadTimes", .call = call_thread_times },
    { .name = "GetProcessTimes", .call = call_process_times },
    { .name = "GetSystemTimes", .call = call_system_times },
    { .name = "QueryIdleProcessorCycleTime", .call = call_idle },
    { .name = "QueryIdleProcessorCycleTimeEx", .call = call_idle_of_group },
    { .name = "GetProcessorSystemCycleTime", .call = call_system_cycles },
    { .name = "QueryInterruptTime", .call = call_time },
    { .name = "QueryInterruptTimePrecise", .call = call_time },
    { .name = "QueryUnbiasedInterruptTime", .call = call_time },
    { .name = "QueryUnbiasedInterruptTimePrecise", .call = call_time },
    { .name = "QueryAuxiliaryCounterFrequency", .call = call_time },
    { .name = "ConvertAuxiliaryCounterToPerformanceCounter", .call = call_conversion },
    { .name = "ConvertPerformanceCounterToAuxiliaryCounter", .call = call_conversion },
};

enum { FUNCTIONS = ARRAYSIZE(functions) };

/* Where a jump leads, if it is one: jmp [rip + offset], jmp [address]. */
static BYTE *destination(BYTE *code)
{
    BYTE *at = code + 6;
    LONG offset;

    if (!code || memcmp(code, "\xff\x25", 2)) return code;
    memcpy(&offset, code + 2, sizeof offset);
    if (sizeof at == 4) at = NULL;
    memcpy(&at, at + offset, sizeof at);
    return at;
}

static void find_functions(void)
{
    DWORD before;
    int i;

    for (i = 0; i < FUNCTIONS; i++) {
        functions[i].function = destination((void *)GetProcAddress(GetModuleHandleA("kernelbase.dll"), functions[i].name));
        if (!functions[i].function) continue;
        functions[i].first = *functions[i].function;
        VirtualProtect(functions[i].function, 1, PAGE_EXECUTE_READWRITE, &before);
    }
}

static void set_traps(int but)
{
    int i;

    for (i = 0; i < FUNCTIONS; i++)
        if (i != but && functions[i].function) *functions[i].function = 0xcc;
}

static void remove_traps(void)
{
    int i;

    for (i = 0; i < FUNCTIONS; i++)
        if (functions[i].function) *functions[i].function = functions[i].first;
}

static int asked;

static LONG WINAPI report_trap(EXCEPTION_POINTERS *pointers)
{
    remove_traps();
    printf("trapped 1 0 %lu in %s\n", pointers->ExceptionRecord->ExceptionCode, functions[asked].name);
    plain_end();
    ExitProcess(0);
}

int main(void)
{
    SetUnhandledExceptionFilter(report_trap);
    find_functions();
    for (asked = 0; asked < FUNCTIONS; asked++) {
        if (!functions[asked].function) continue;
        set_traps(asked);
        functions[asked].call(functions[asked].function);
        remove_traps();
        plain_say("returned", functions[asked].name, TRUE, 0);
    }
    plain_end();
    return 0;
}
