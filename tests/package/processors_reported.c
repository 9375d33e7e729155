/* SPDX-License-Identifier: MIT */
/* How many processors each query reports, and how long each of the first ones was idle. */
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long number;

enum { MOST = 4096, ENTRY = 48, PERFORMANCE = 8, IDLE = 0x2a, IDLE_CYCLES = 83, SYSTEM_CYCLES = 108 };

struct performance {
    ULONG64 idle, kernel, user, dpc, interrupt;
    ULONG interrupts, spare;
};

static struct performance performance[MOST];
static ULONG64 cycles[MOST];

static void *find(const char *module, const char *name)
{
    return (void *)GetProcAddress(GetModuleHandleA(module), name);
}

static ULONG length_of(ULONG class, void *buffer, ULONG size, BOOL of_group)
{
    LONG (WINAPI *ask)(ULONG, void *, ULONG, ULONG *) = find("ntdll", "NtQuerySystemInformation");
    LONG (WINAPI *ask_ex)(ULONG, const USHORT *, ULONG, void *, ULONG, ULONG *) =
        find("ntdll", "NtQuerySystemInformationEx");
    const USHORT group = 0;
    ULONG length = 0;
    LONG status = of_group ? ask_ex(class, &group, sizeof group, buffer, size, &length) : ask(class, buffer, size, &length);

    return status < 0 ? 0 : length;
}

static void report_classes(void)
{
    static BYTE idle[MOST * ENTRY];

    printf("class8 %lu\n", length_of(PERFORMANCE, performance, sizeof performance, FALSE) / ENTRY);
    printf("class8ex %lu\n", length_of(PERFORMANCE, performance, sizeof performance, TRUE) / ENTRY);
    printf("class42 %lu\n", length_of(IDLE, idle, sizeof idle, FALSE) / ENTRY);
    printf("class83 %lu\n", length_of(IDLE_CYCLES, cycles, sizeof cycles, TRUE) / 8);
    printf("class108 %lu\n", length_of(SYSTEM_CYCLES, cycles, sizeof cycles, TRUE) / 8);
}

static void report_need(const char *name, const char *function)
{
    BOOL (WINAPI *ask)(USHORT, ULONG *, void *) = find("cycletime", function);
    ULONG length = 0;

    printf("%s %lu\n", name, ask && ask(0, &length, NULL) ? length / ENTRY : 0);
}

/* Prints how many elements Windows' functions fill if there is room for ROOM. */
static void report_filled(const char *name, ULONG room)
{
    BOOL (WINAPI *idle)(USHORT, ULONG *, ULONG64 *) = find("kernel32", "QueryIdleProcessorCycleTimeEx");
    BOOL (WINAPI *system)(USHORT, ULONG64 *, DWORD *) = find("kernel32", "GetProcessorSystemCycleTime");
    ULONG length = room * 8;
    DWORD system_length = room * 8;

    printf("%s idle %lu", name, idle && idle(0, &length, cycles) ? length / 8 : 0);
    printf(" system %lu\n", system && system(0, cycles, &system_length) ? system_length / 8 : 0);
}

static number value_of(FILETIME time)
{
    return (number)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static number sum(ULONG count, BOOL idle)
{
    number all = 0;
    ULONG i;

    length_of(PERFORMANCE, performance, sizeof performance, FALSE);
    for (i = 0; i < count; i++) all += idle ? performance[i].idle : performance[i].kernel + performance[i].user;
    return all;
}

/* GetSystemTimes lies between the sums of all processors before and after. */
static void report_system_times(ULONG count)
{
    const number time = sum(count, FALSE), idle_time = sum(count, TRUE);
    FILETIME idle, kernel, user;
    BOOL done = GetSystemTimes(&idle, &kernel, &user);
    number reported = value_of(kernel) + value_of(user), reported_idle = value_of(idle);

    done = done && time <= reported + 2 * count && reported <= sum(count, FALSE) + 2 * count;
    done = done && idle_time <= reported_idle && reported_idle <= sum(count, TRUE);
    printf("GetSystemTimes %s\n", done ? "is the sum of all" : "is not the sum of all");
}

int main(void)
{
    SYSTEM_INFO info;
    ULONG i, count;

    GetSystemInfo(&info);
    count = info.dwNumberOfProcessors;
    printf("reported %lu\nin the mask %lu\n", count, GetActiveProcessorCount(0));
    report_classes();
    report_need("performance", "CycletimeQueryProcessorPerformance");
    report_need("idle", "CycletimeQueryProcessorIdle");
    report_filled("room for all:", count);
    report_filled("room for the mask:", GetActiveProcessorCount(0));
    report_system_times(count);
    length_of(PERFORMANCE, performance, sizeof performance, FALSE);
    printf("idle ms");
    for (i = 0; i < count; i++) printf(" %llu", (number)performance[i].idle / 10000);
    printf("\ninterrupts");
    for (i = 0; i < count; i++) printf(" %lu", performance[i].interrupts);
    printf("\n");
    return 0;
}
