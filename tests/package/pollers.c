/* SPDX-License-Identifier: MIT */
/*
 * Asks as known programs ask, with no knowledge of cycletime, and prints what it got: "what value" a line, times in 100
 * ns.
 *
 *   pollers list      as System Informer: times and cycles in the list of processes, added up
 *   pollers process   as psutil: a process and its threads, opened by their ids
 *   pollers job       as hyperfine: created suspended, assigned to a job, resumed, waited for, and the job asked
 *   pollers burn MS [READY END]   works until it has so much itself; then says so by one event, and waits for another
 */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tlhelp32.h>

enum { WORK = 100, PROCESSES = 5, ROOM = 1 << 20 }; /* ms; NT's class; bytes */
enum { THREADS_AT = sizeof(void *) == 8 ? 0x100 : 0xb8, THREAD_SIZE = sizeof(void *) == 8 ? 0x50 : 0x40 };

typedef LONG (WINAPI *query_system)(ULONG, PVOID, ULONG, PULONG);

static WCHAR self[MAX_PATH];
static HANDLE ready, end;

static void fail(int line)
{
    fprintf(stderr, "pollers: line %d, error %lu\n", line, GetLastError());
    ExitProcess(20);
}

#define MUST(what) ((what) ? (void)0 : fail(__LINE__))

static void report(const char *what, ULONG64 value)
{
    printf("%s %llu\n", what, value);
}

static ULONG64 ticks(FILETIME time)
{
    return (ULONG64)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static ULONG64 times_of(HANDLE process)
{
    FILETIME creation, exited, kernel, user;

    MUST(GetProcessTimes(process, &creation, &exited, &kernel, &user));
    return ticks(kernel) + ticks(user);
}

static int burn(int count, WCHAR **arguments)
{
    const ULONG64 enough = (ULONG64)_wtoi(arguments[2]) * 10000;

    while (times_of(GetCurrentProcess()) < enough) continue;
    if (count < 5) return 0;
    SetEvent((HANDLE)(ULONG_PTR)_wcstoui64(arguments[3], NULL, 10));
    WaitForSingleObject((HANDLE)(ULONG_PTR)_wcstoui64(arguments[4], NULL, 10), INFINITE);
    return 0;
}

static PROCESS_INFORMATION begin(const WCHAR *more, DWORD flags)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    WCHAR line[2 * MAX_PATH];

    _snwprintf(line, ARRAYSIZE(line), L"pollers burn %d %ls", WORK, more);
    MUST(CreateProcessW(self, line, NULL, NULL, TRUE, flags, NULL, NULL, &startup, &child));
    return child;
}

/* Starts a child that works and then waits. */
static PROCESS_INFORMATION begin_waiting(void)
{
    SECURITY_ATTRIBUTES inherited = { .nLength = sizeof inherited, .bInheritHandle = TRUE };
    PROCESS_INFORMATION child;
    WCHAR more[64];

    MUST((ready = CreateEventW(&inherited, TRUE, FALSE, NULL)) && (end = CreateEventW(&inherited, TRUE, FALSE, NULL)));
    _snwprintf(more, ARRAYSIZE(more), L"%llu %llu", (ULONG64)(ULONG_PTR)ready, (ULONG64)(ULONG_PTR)end);
    child = begin(more, 0);
    MUST(WaitForSingleObject(ready, 60000) == WAIT_OBJECT_0);
    return child;
}

static ULONG64 eight_bytes(const BYTE *at)
{
    ULONG64 value;

    memcpy(&value, at, sizeof value);
    return value;
}

static ULONG four_bytes(const BYTE *at)
{
    ULONG value;

    memcpy(&value, at, sizeof value);
    return value;
}

/* phnt's SYSTEM_PROCESS_INFORMATION: the next, the count of threads, the cycles, user and kernel time, ..., the id,
   threads. */
static void report_entry(const BYTE *entry)
{
    const ULONG threads = four_bytes(entry + 4);
    ULONG64 sum = 0;
    ULONG i;

    report("listed-times", eight_bytes(entry + 0x28) + eight_bytes(entry + 0x30));
    report("listed-cycles", eight_bytes(entry + 0x18));
    for (i = 0; i < threads; i++) {
        const BYTE *thread = entry + THREADS_AT + i * THREAD_SIZE;

        sum += eight_bytes(thread) + eight_bytes(thread + 8);
    }
    report("listed-threads", sum);
}

static void list(void)
{
    static BYTE room[ROOM];
    const query_system query = (query_system)(void *)GetProcAddress(GetModuleHandleA("ntdll"), "NtQuerySystemInformation");
    const PROCESS_INFORMATION child = begin_waiting();
    const BYTE *at = room, *found = NULL;
    ULONG64 cycles = 0, high;

    report("low-times", times_of(child.hProcess));
    MUST(!query(PROCESSES, room, sizeof room, NULL));
    high = times_of(child.hProcess);
    for (;; at += four_bytes(at)) {
        cycles += eight_bytes(at + 0x18);
        if (four_bytes(at + (sizeof(void *) == 8 ? 0x50 : 0x44)) == child.dwProcessId) found = at;
        if (!four_bytes(at)) break;
    }
    MUST(found);
    report_entry(found);
    report("high-times", high);
    report("all-cycles", cycles);
    SetEvent(end);
}

static ULONG64 times_of_threads(DWORD process)
{
    const HANDLE snapshot = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    FILETIME creation, exited, kernel, user;
    THREADENTRY32 entry = { .dwSize = sizeof entry };
    ULONG64 sum = 0;
    HANDLE thread;
    BOOL more;

    MUST(snapshot != INVALID_HANDLE_VALUE);
    for (more = Thread32First(snapshot, &entry); more; more = Thread32Next(snapshot, &entry)) {
        if (entry.th32OwnerProcessID != process) continue;
        MUST(thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, entry.th32ThreadID));
        MUST(GetThreadTimes(thread, &creation, &exited, &kernel, &user));
        sum += ticks(kernel) + ticks(user);
        CloseHandle(thread);
    }
    CloseHandle(snapshot);
    return sum;
}

static void process(void)
{
    const PROCESS_INFORMATION child = begin_waiting();
    const HANDLE opened = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, child.dwProcessId);

    MUST(opened);
    report("low-times", times_of(child.hProcess));
    report("opened-times", times_of(opened));
    report("opened-threads", times_of_threads(child.dwProcessId));
    report("high-times", times_of(child.hProcess));
    SetEvent(end);
}

static void job(void)
{
    const HANDLE job = CreateJobObjectW(NULL, NULL);
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION reported;
    const PROCESS_INFORMATION child = begin(L"", CREATE_SUSPENDED);

    MUST(AssignProcessToJobObject(job, child.hProcess) && ResumeThread(child.hThread) != (DWORD)-1);
    MUST(WaitForSingleObject(child.hProcess, 60000) == WAIT_OBJECT_0);
    MUST(QueryInformationJobObject(job, JobObjectBasicAccountingInformation, &reported, sizeof reported, NULL));
    report("child-times", times_of(child.hProcess));
    report("job-times", (ULONG64)(reported.TotalUserTime.QuadPart + reported.TotalKernelTime.QuadPart));
    report("job-processes", reported.TotalProcesses);
}

int wmain(int count, WCHAR **arguments)
{
    GetModuleFileNameW(NULL, self, ARRAYSIZE(self));
    if (count >= 3 && !wcscmp(arguments[1], L"burn")) return burn(count, arguments);
    if (count != 2) return 19;
    if (!wcscmp(arguments[1], L"list")) list();
    else if (!wcscmp(arguments[1], L"process")) process();
    else if (!wcscmp(arguments[1], L"job")) job();
    else return 19;
    return 0;
}
