/* SPDX-License-Identifier: MIT */
/*
 * processors_in_time SECONDS: what share of that time the processors were idle and in user mode, in percent, for each
 * processor by class 8 and for all of them by GetSystemTimes; and what share of the time that passed was reported.
 */
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4096, ENTRY = 48 };

struct performance {
    ULONG64 idle, kernel, user, dpc, interrupt;
    ULONG interrupts, spare;
};

struct all {
    ULONG64 counter, idle, kernel, user;
    struct performance of[MOST];
};

static struct all before, after;

static ULONG64 value_of(FILETIME time)
{
    return (ULONG64)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static ULONG ask(struct all *all)
{
    LONG (WINAPI *query)(ULONG, void *, ULONG, ULONG *) =
        (void *)GetProcAddress(GetModuleHandleA("ntdll"), "NtQuerySystemInformation");
    FILETIME idle, kernel, user;
    LARGE_INTEGER counter;
    ULONG length;

    QueryPerformanceCounter(&counter);
    if (query(8, all->of, sizeof all->of, &length) < 0 || !GetSystemTimes(&idle, &kernel, &user)) exit(1);
    all->counter = counter.QuadPart;
    all->idle = value_of(idle);
    all->kernel = value_of(kernel);
    all->user = value_of(user);
    return length / ENTRY;
}

static void report(const char *name, double passed, ULONG64 idle, ULONG64 kernel, ULONG64 user)
{
    printf("%s %.3f %.3f %.3f\n", name, 100.0 * idle / passed, 100.0 * user / passed, 100.0 * (kernel + user) / passed);
}

int main(int argc, char **argv)
{
    LARGE_INTEGER frequency;
    char name[32];
    double passed;
    ULONG count, i;

    QueryPerformanceFrequency(&frequency);
    ask(&before);
    Sleep(1000 * (argc > 1 ? atoi(argv[1]) : 10));
    count = ask(&after);
    passed = (double)(after.counter - before.counter) * 1e7 / (double)frequency.QuadPart;
    for (i = 0; i < count; i++) {
        sprintf(name, "class8 %lu", i);
        report(name, passed, after.of[i].idle - before.of[i].idle, after.of[i].kernel - before.of[i].kernel,
             after.of[i].user - before.of[i].user);
    }
    report("GetSystemTimes all", passed * count, after.idle - before.idle, after.kernel - before.kernel,
         after.user - before.user);
    return 0;
}
