/* SPDX-License-Identifier: MIT */
/* Queries the same as a system monitor: the processors' idle cycles, the system's times, and a clock finer than its tick.
 * Plain Win32, with no knowledge of cycletime. It looks up what an older system lacks. One "name value" a line; beside
 * each answer the correct one, where Windows itself reports it: the processor's counter and the performance counter.
 */
#include <stdio.h>
#include <windows.h>
#include <x86intrin.h>

#define MEASURE_MS 500

static double filetime_s(FILETIME time)
{
    ULARGE_INTEGER units = {.LowPart = time.dwLowDateTime, .HighPart = time.dwHighDateTime};
    return (double)units.QuadPart / 1e7;
}

static double counter_us(void)
{
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart * 1e6 / (double)frequency.QuadPart;
}

static void *look_up(const char *name)
{
    void *found = (void *)GetProcAddress(GetModuleHandleA("kernel32"), name);
    return found ? found : (void *)GetProcAddress(GetModuleHandleA("kernelbase"), name);
}

static void idle(void)
{
    BOOL(WINAPI *ask)(PULONG, PULONG64) = look_up("QueryIdleProcessorCycleTime");
    ULONG64 cycles[64];
    ULONG length = sizeof cycles;
    DWORD last = GetActiveProcessorCount(0) - 1;

    if (!ask) {
        printf("idle-first missing\nidle-last missing\n");
    } else if (!ask(&length, cycles)) {
        printf("idle-first error %lu\nidle-last error %lu\n", GetLastError(), GetLastError());
    } else {
        printf("idle-first %.0f\n", (double)cycles[0] / 1e9);
        printf("idle-last %.0f\n", (double)cycles[last] / 1e9);
    }
}

static void times(void)
{
    FILETIME idle, kernel, user;
    if (GetSystemTimes(&idle, &kernel, &user))
        printf("system-idle-s %.0f\n", filetime_s(idle));
    else
        printf("system-idle-s error %lu\n", GetLastError());
}

static ULONGLONG counter_100ns(void)
{
    return (ULONGLONG)(counter_us() * 10);
}

static ULONGLONG read_clock(void(WINAPI *ask)(PULONGLONG))
{
    ULONGLONG now;
    if (!ask)
        return counter_100ns();
    ask(&now);
    return now;
}

/* How far a clock in 100 ns moves at a time, in the mean over a while: the smallest of its steps says nothing, because a
   tick is now and then followed by another at once. */
static double step_us(void(WINAPI *ask)(PULONGLONG))
{
    ULONGLONG first = read_clock(ask), last = first, now;
    double end = counter_us() + MEASURE_MS * 1e3, steps = 0;

    while (counter_us() < end) {
        now = read_clock(ask);
        steps += now != last;
        last = now;
    }
    return steps > 0 ? (double)(last - first) / 10 / steps : 0;
}

int main(void)
{
    void(WINAPI *precise)(PULONGLONG) = look_up("QueryInterruptTimePrecise");
    double us = counter_us();
    unsigned long long tsc = __rdtsc();

    if (precise)
        printf("precise-us %.1f\n", step_us(precise));
    else
        printf("precise-us missing\n");
    printf("counter-us %.1f\n", step_us(NULL));
    tsc = __rdtsc() - tsc;
    printf("tsc-per-s %.0f\n", (double)tsc * 1e6 / (counter_us() - us));
    idle();
    times();
    return 0;
}
