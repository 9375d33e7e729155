/* SPDX-License-Identifier: MIT */
/*
 * Prints the answers that programs get about the machine:
 *     count            how many processors each query reports, and how long each of them was idle, and its interrupts
 *     share SECONDS    the share of that time for which the processors were idle and in user mode, in percent, for each
 *                      processor by class 8 and for all of them by GetSystemTimes; and the share that was reported
 *     asleep           whether the system's counter has been running for ten years, and by how many seconds the unbiased
 *                      interrupt time is less than the interrupt time, by either pair of functions
 */
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long number;

enum { MOST = 4096, ENTRY = 48, PERFORMANCE = 8, IDLE = 0x2a, IDLE_CYCLES = 83, SYSTEM_CYCLES = 108 };
enum { TEN_YEARS = 315360000 }; /* seconds */

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

static int report_counts(void)
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

struct all {
    number counter, idle, kernel, user;
    struct performance of[MOST];
};

static ULONG query_all(struct all *all)
{
    FILETIME idle, kernel, user;
    LARGE_INTEGER counter;
    ULONG length;

    QueryPerformanceCounter(&counter);
    length = length_of(PERFORMANCE, all->of, sizeof all->of, FALSE);
    if (!length || !GetSystemTimes(&idle, &kernel, &user)) exit(1);
    all->counter = counter.QuadPart;
    all->idle = value_of(idle);
    all->kernel = value_of(kernel);
    all->user = value_of(user);
    return length / ENTRY;
}

static void report_share(const char *name, double passed, number idle, number kernel, number user)
{
    printf("%s %.3f %.3f %.3f\n", name, 100.0 * idle / passed, 100.0 * user / passed, 100.0 * (kernel + user) / passed);
}

static int report_shares(int seconds)
{
    static struct all before, after;
    LARGE_INTEGER frequency;
    char name[32];
    double passed;
    ULONG count, i;

    QueryPerformanceFrequency(&frequency);
    query_all(&before);
    Sleep(1000 * seconds);
    count = query_all(&after);
    passed = (double)(after.counter - before.counter) * 1e7 / (double)frequency.QuadPart;
    for (i = 0; i < count; i++) {
        sprintf(name, "class8 %lu", i);
        report_share(name, passed, after.of[i].idle - before.of[i].idle, after.of[i].kernel - before.of[i].kernel,
                     after.of[i].user - before.of[i].user);
    }
    report_share("GetSystemTimes all", passed * count, after.idle - before.idle, after.kernel - before.kernel,
                 after.user - before.user);
    return 0;
}

static number interrupt_time(const char *function)
{
    void (WINAPI *ask)(ULONG64 *) = find("kernelbase", function);
    ULONG64 time = 0;

    if (ask) ask(&time);
    return time;
}

static void report_sleep(const char *biased, const char *unbiased)
{
    const number time = interrupt_time(biased);

    printf("%llu\n", (time + 5000000 - interrupt_time(unbiased)) / 10000000);
}

static int report_clocks(void)
{
    LARGE_INTEGER counter, frequency;

    QueryPerformanceCounter(&counter);
    QueryPerformanceFrequency(&frequency);
    puts(counter.QuadPart / frequency.QuadPart > TEN_YEARS ? "counted" : "not counted");
    report_sleep("QueryInterruptTime", "QueryUnbiasedInterruptTime");
    report_sleep("QueryInterruptTimePrecise", "QueryUnbiasedInterruptTimePrecise");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "count")) return report_counts();
    if (argc == 3 && !strcmp(argv[1], "share")) return report_shares(atoi(argv[2]));
    if (argc == 2 && !strcmp(argv[1], "asleep")) return report_clocks();
    return 2;
}
