/* SPDX-License-Identifier: MIT */
/*
 * The CPU time that programs get, compared with what Linux's kernel has counted for the same processes: they are in a
 * cgroup, and Wine's server is not. For scripts/bench --accounts.
 *
 *   accounts STAT list SECONDS   adds up the list of all processes while some work; STAT is the cgroup's cpu.stat
 *   accounts STAT job COMMAND    as hyperfine measures COMMAND: created suspended, assigned to a job, resumed, waited for
 *   accounts load KIND           works until it is ended
 *   accounts short               works for 20 ms
 */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST = 5, KINDS = 4, THREADS = 3 };

typedef LONG (WINAPI *query_system)(ULONG, PVOID, ULONG, PULONG);

static const char *stat;

static void fail(const char *what)
{
    fprintf(stderr, "accounts: %s, error %lu\n", what, GetLastError());
    exit(1);
}

/* In 100 ns. */
static ULONG64 counted(void)
{
    FILE *file = fopen(stat, "r");
    unsigned long long microseconds;

    if (!file || fscanf(file, "usage_usec %llu", &microseconds) != 1) fail(stat);
    fclose(file);
    return microseconds * 10;
}

static ULONG64 own(void)
{
    ULONG64 creation, exit_time, kernel, user;

    if (!GetProcessTimes(GetCurrentProcess(), (FILETIME *)&creation, (FILETIME *)&exit_time, (FILETIME *)&kernel,
                         (FILETIME *)&user))
        fail("GetProcessTimes");
    return kernel + user;
}

/* Of all processes: at 0x28 and 0x30 their user and kernel time (phnt), the same for both word sizes. */
static ULONG64 listed(void)
{
    static BYTE list[1 << 20];
    const query_system query = (query_system)(void *)GetProcAddress(GetModuleHandleA("ntdll"), "NtQuerySystemInformation");
    const BYTE *at = list;
    ULONG64 sum = 0, part;
    ULONG next;

    if (query(LIST, list, sizeof list, NULL)) fail("NtQuerySystemInformation");
    do {
        memcpy(&part, at + 0x28, sizeof part);
        sum += part;
        memcpy(&part, at + 0x30, sizeof part);
        sum += part;
        memcpy(&next, at, sizeof next);
        at += next;
    } while (next);
    return sum;
}

/* This holds the sum of the list, and Linux's count as the mean of readings before and after it. */
struct moment {
    ULONG64 reported, counted;
};

static struct moment both(void)
{
    struct moment now;
    const ULONG64 before = counted();

    now.reported = listed();
    now.counted = (before + counted()) / 2;
    return now;
}

static void report(const char *what, ULONG64 reported, ULONG64 kernels)
{
    const double ratio = kernels ? (double)reported / (double)kernels : 0;

    printf("%s: reported %.3f s, counted %.3f s, %+.2f %%\n", what, (double)reported / 1e7, (double)kernels / 1e7,
           100 * (ratio - 1));
}

static PROCESS_INFORMATION begin(char *line, DWORD flags)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;

    if (!CreateProcessA(NULL, line, NULL, NULL, FALSE, flags, NULL, NULL, &startup, &child)) fail(line);
    return child;
}

static int measure_list(int seconds)
{
    PROCESS_INFORMATION children[KINDS];
    struct moment first, last;
    char line[64];
    int i;

    for (i = 0; i < KINDS; i++) {
        snprintf(line, sizeof line, "accounts load %d", i);
        children[i] = begin(line, 0);
    }
    Sleep(3000);
    first = both();
    Sleep((DWORD)seconds * 1000);
    last = both();
    report("list", last.reported - first.reported, last.counted - first.counted);
    for (i = 0; i < KINDS; i++) TerminateProcess(children[i].hProcess, 0);
    return 0;
}

static int measure_job(char *command)
{
    const HANDLE job = CreateJobObjectA(NULL, NULL);
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION reported;
    PROCESS_INFORMATION child;
    ULONG64 kernels, ours;

    kernels = counted();
    ours = own();
    child = begin(command, CREATE_SUSPENDED);
    if (!AssignProcessToJobObject(job, child.hProcess) || ResumeThread(child.hThread) == (DWORD)-1) fail("the job");
    if (WaitForSingleObject(child.hProcess, INFINITE)) fail("the process");
    Sleep(500); /* for the last to be gone */
    if (!QueryInformationJobObject(job, JobObjectBasicAccountingInformation, &reported, sizeof reported, NULL))
        fail("its times");
    ours = own() - ours;
    kernels = counted() - kernels;
    printf("%lu processes; ", reported.TotalProcesses);
    report("job", (ULONG64)(reported.TotalUserTime.QuadPart + reported.TotalKernelTime.QuadPart), kernels - ours);
    return 0;
}

/* User time, kernel time, both by turns, both in short pieces. */
static DWORD WINAPI work(LPVOID kind)
{
    const int which = *(const int *)kind;
    volatile unsigned n;
    DWORD until, turn;

    for (turn = 0; turn < ~0u; turn++) {
        until = GetTickCount() + 20;
        while ((int)(until - GetTickCount()) > 0) {
            if (which == 0 || (which == 2 && turn % 2)) for (n = 0; n < 100000; n++) continue;
            else if (which == 3) for (n = 0; n < 1000; n++) continue;
            else VirtualFree(VirtualAlloc(NULL, 1 << 16, MEM_COMMIT, PAGE_READWRITE), 0, MEM_RELEASE);
            if (which == 3) Sleep(1);
        }
        if (which) Sleep(10);
    }
    return 0;
}

/* As a compiler of a small file. */
static int spin_shortly(void)
{
    const DWORD until = GetTickCount() + 20;

    while ((int)(until - GetTickCount()) > 0) continue;
    return 0;
}

static int load(int kind)
{
    int i;

    for (i = 1; i < THREADS && kind == 3; i++) CloseHandle(CreateThread(NULL, 0, work, &kind, 0, NULL));
    return (int)work(&kind);
}

int main(int count, char **arguments)
{
    if (count == 2 && !strcmp(arguments[1], "short")) return spin_shortly();
    if (count == 3 && !strcmp(arguments[1], "load")) return load(atoi(arguments[2]));
    if (count != 4) return 2;
    stat = arguments[1];
    if (!strcmp(arguments[2], "list")) return measure_list(atoi(arguments[3]));
    if (!strcmp(arguments[2], "job")) return measure_job(arguments[3]);
    return 2;
}
