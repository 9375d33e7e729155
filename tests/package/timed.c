/* SPDX-License-Identifier: MIT */
/* timed.exe end CODE MS: uses that much of CPU time, sleeps for a fifth of a second, ends with CODE.
   timed.exe stay MS [MB]: uses that much, and memory, says so to who started it, and stays until there is a file "over", or
   for half a minute.    timed.exe spin -: the same, but that it works all the time, and asks nothing about itself.
   timed.exe use MB: uses that much memory, writes as much into a file "used", sleeps a hundred times, ends with 6.
   timed.exe pause MS WORDS...: sleeps for MS, then does what WORDS say, which are those of another line here
   timed.exe HOW CHILD ARGUMENTS...: starts a child and
     wait: waits for its end    large: uses 300 MB first, and waits    kill: kills it with 77 when it stays, and waits
     quit: kills it with 78 and ends with 3    leave: ends with 4 when it stays
     hide: as wait; its command line begins with another name
   and reports what it got of it: "child USER KERNEL ELAPSED CODE CYCLES", times in 100 ns. It ends with 5. */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

static const WCHAR event_name[] = L"cycletime timed %lu";

static ULONGLONG number(FILETIME time)
{
    return (ULONGLONG)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static void burn(ULONG milliseconds)
{
    FILETIME creation, exit, kernel, user;

    do GetProcessTimes(GetCurrentProcess(), &creation, &exit, &kernel, &user);
    while (number(kernel) + number(user) < milliseconds * 10000ull);
}

/* The more it uses, the longer Linux needs to end the process. */
static void fill(ULONG megabytes)
{
    const SIZE_T size = (SIZE_T)megabytes << 20;
    volatile char *memory = VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    SIZE_T i;

    for (i = 0; memory && i < size; i += 4096) memory[i] = 1;
}

static int stay(DWORD between)
{
    const DWORD begun = GetTickCount();
    WCHAR name[64];

    if (GetEnvironmentVariableW(L"TIMED_EVENT", name, 64)) SetEvent(OpenEventW(EVENT_MODIFY_STATE, FALSE, name));
    while (GetTickCount() - begun < 30000 && GetFileAttributesW(L"over") == INVALID_FILE_ATTRIBUTES)
        if (between) Sleep(between);
    return 0;
}

static int use(ULONG megabytes)
{
    const HANDLE file = CreateFileW(L"used", GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
    static char block[1 << 20];
    DWORD written;
    ULONG i;

    fill(megabytes);
    for (i = 0; i < megabytes; i++)
        if (!WriteFile(file, block, sizeof block, &written, NULL)) return 1;
    for (i = 0; i < 100; i++) Sleep(1);
    return 6;
}

static int report(HANDLE child)
{
    BOOL(WINAPI *ask)(HANDLE, PULONG64);
    FILETIME creation, exit, kernel, user;
    ULONG64 cycles = 0;
    DWORD code;

    ask = (BOOL(WINAPI *)(HANDLE, PULONG64))(void *)GetProcAddress(GetModuleHandleA("kernel32"), "QueryProcessCycleTime");
    WaitForSingleObject(child, INFINITE);
    if (!GetProcessTimes(child, &creation, &exit, &kernel, &user) || !GetExitCodeProcess(child, &code)) return 1;
    if (ask) ask(child, &cycles);
    printf("child %llu %llu %llu %lu %llu\n", number(user), number(kernel), number(exit) - number(creation), code, cycles);
    return 5;
}

static int start(const WCHAR *how, int count, WCHAR **words)
{
    static WCHAR line[4096], name[64];
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    HANDLE stays;
    int i, at;

    swprintf(name, 64, event_name, GetCurrentProcessId());
    stays = CreateEventW(NULL, FALSE, FALSE, name);
    SetEnvironmentVariableW(L"TIMED_EVENT", name);
    if (!wcscmp(how, L"large")) fill(300);
    at = swprintf(line, 4096, L"\"%ls\"", wcscmp(how, L"hide") ? words[0] : L"\033[31mred.exe");
    for (i = 1; i < count; i++) at += swprintf(line + at, 4096 - at, L" %ls", words[i]);
    if (!CreateProcessW(words[0], line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &made)) return 1;
    if (!wcscmp(how, L"wait") || !wcscmp(how, L"large") || !wcscmp(how, L"hide")) return report(made.hProcess);
    if (WaitForSingleObject(stays, 60000)) return 2;
    if (!wcscmp(how, L"leave")) return 4;
    if (!TerminateProcess(made.hProcess, wcscmp(how, L"kill") ? 78 : 77)) return 6;
    return wcscmp(how, L"kill") ? 3 : report(made.hProcess);
}

int wmain(int count, WCHAR **words)
{
    if (count > 3 && !wcscmp(words[1], L"pause")) {
        Sleep(wcstoul(words[2], NULL, 10));
        count -= 2;
        words += 2;
    }
    if (count < 3) return 1;
    if (!wcscmp(words[1], L"spin")) return stay(0);
    if (!wcscmp(words[1], L"use")) return use(wcstoul(words[2], NULL, 10));
    if (!wcscmp(words[1], L"stay")) {
        burn(wcstoul(words[2], NULL, 10));
        if (count > 3) fill(wcstoul(words[3], NULL, 10));
        return stay(100);
    }
    if (wcscmp(words[1], L"end") || count != 4) return start(words[1], count - 2, words + 2);
    burn(wcstoul(words[3], NULL, 10));
    Sleep(200);
    ExitProcess(wcstoul(words[2], NULL, 0));
}
