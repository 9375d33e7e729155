/* SPDX-License-Identifier: MIT */
/* Prints whether the system's counter has been running for ten years, and how many seconds less, by either clock, the
   unbiased interrupt time is than the other. */
#include <stdint.h>
#include <stdio.h>
#include <windows.h>

typedef void(WINAPI *clock_function)(PULONGLONG);

static uint64_t report(const char *name)
{
    const clock_function clock = (clock_function)(void *)GetProcAddress(GetModuleHandleW(L"kernelbase"), name);
    ULONGLONG time = 0;

    if (clock) clock(&time);
    return time;
}

static void print_difference(const char *biased, const char *unbiased)
{
    const uint64_t time = report(biased);

    printf("%llu\n", (unsigned long long)((time + 5000000 - report(unbiased)) / 10000000));
}

int main(void)
{
    LARGE_INTEGER counter, frequency;

    QueryPerformanceCounter(&counter);
    QueryPerformanceFrequency(&frequency);
    puts(counter.QuadPart / frequency.QuadPart > 315360000 ? "counted" : "not counted");
    print_difference("QueryInterruptTime", "QueryUnbiasedInterruptTime");
    print_difference("QueryInterruptTimePrecise", "QueryUnbiasedInterruptTimePrecise");
    return 0;
}
