/* SPDX-License-Identifier: MIT */
/* Queries two performance counters through pdh.dll, as a widget for the system's load does, while one thread works for two
 * seconds: how busy all processors are, and how busy this process is. Plain Win32, with no knowledge of cycletime. Prints
 * one "name value" per line, and beside each counter the actual value, from /proc/stat and from the process's own times.
 */
#include <pdh.h>
#include <stdio.h>
#include <windows.h>

#define WORK_MS 2000

/* All in seconds. */
struct moment {
    double clock, idle, own;
};

/* Returns the idle time of all processors together. Includes I/O wait, during which a processor is idle. */
static double idle_s(void)
{
    FILE *stat = fopen("\\\\?\\unix\\proc\\stat", "rb");
    unsigned long long user, nice, system, idle = 0, waiting = 0;

    if (stat) {
        (void)!fscanf(stat, "cpu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &waiting);
        fclose(stat);
    }
    return (double)(idle + waiting) / 100;
}

static double filetime_s(FILETIME time)
{
    ULARGE_INTEGER units = {.LowPart = time.dwLowDateTime, .HighPart = time.dwHighDateTime};
    return (double)units.QuadPart / 1e7;
}

static struct moment look(void)
{
    FILETIME created, exited, kernel, user;
    LARGE_INTEGER now, frequency;

    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    GetProcessTimes(GetCurrentProcess(), &created, &exited, &kernel, &user);
    return (struct moment){(double)now.QuadPart / (double)frequency.QuadPart, idle_s(),
                           filetime_s(kernel) + filetime_s(user)};
}

static void work(void)
{
    ULONGLONG end = GetTickCount64() + WORK_MS;

    while (GetTickCount64() < end)
        continue;
}

static void report(const char *name, PDH_STATUS added, PDH_HCOUNTER counter)
{
    PDH_FMT_COUNTERVALUE value;
    PDH_STATUS status = added ? added : PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, NULL, &value);

    if (status)
        printf("%s refused\n", name);
    else
        printf("%s %.1f\n", name, value.doubleValue);
}

int main(void)
{
    PDH_HCOUNTER all, own;
    PDH_STATUS all_added, own_added;
    struct moment before, after;
    SYSTEM_INFO system;
    PDH_HQUERY query;

    GetSystemInfo(&system);
    if (PdhOpenQueryW(NULL, 0, &query))
        return 1;
    all_added = PdhAddEnglishCounterW(query, L"\\Processor(_Total)\\% Processor Time", 0, &all);
    own_added = PdhAddEnglishCounterW(query, L"\\Process(load)\\% Processor Time", 0, &own);
    before = look();
    PdhCollectQueryData(query);
    work();
    after = look();
    PdhCollectQueryData(query);
    report("all", all_added, all);
    report("own", own_added, own);
    printf("all-actual %.1f\n",
           100 * (1 - (after.idle - before.idle) / (after.clock - before.clock) / system.dwNumberOfProcessors));
    printf("own-actual %.1f\n", 100 * (after.own - before.own) / (after.clock - before.clock));
    return 0;
}
