/* SPDX-License-Identifier: MIT */
/*
 * A program with no knowledge of cycletime that terminates its threads.
 *
 *   terminated known           prints the cycles of a new thread while the main thread holds the loader's lock
 *   terminated begin THREADS   terminates each thread soon after it was created; exits with 28
 *   terminated query THREADS   terminates each thread while it queries the system's times; exits with 28
 */
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE 10000

static volatile LONG queries;

static DWORD WINAPI waits(void *argument)
{
    (void)argument;
    Sleep(INFINITE);
    return 0;
}

static DWORD WINAPI asks(void *argument)
{
    FILETIME idle, kernel, user;

    (void)argument;
    for (;; InterlockedIncrement(&queries)) GetSystemTimes(&idle, &kernel, &user);
    return 0;
}

static DWORD WINAPI spins(void *argument)
{
    (void)argument;
    for (;;) GetTickCount();
    return 0;
}

/* The new thread waits for the loader's lock, so it does not come to its DLLs' DllMain. */
static int report_known(void)
{
    LONG (WINAPI *lock)(ULONG, ULONG *, ULONG_PTR *) =
        (void *)GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "LdrLockLoaderLock");
    const DWORD begin = GetTickCount();
    ULONG64 cycles = 0;
    ULONG_PTR cookie;
    HANDLE thread;

    lock(0, NULL, &cookie);
    if (!(thread = CreateThread(NULL, 0, waits, NULL, 0, NULL))) return 1;
    while ((!QueryThreadCycleTime(thread, &cycles) || !cycles) && GetTickCount() - begin < PATIENCE) Sleep(1);
    printf("%llu\n", cycles);
    fflush(stdout);
    TerminateProcess(GetCurrentProcess(), 0);
    return 0;
}

static void terminate_one(BOOL is_asking, int number)
{
    const LONG before = queries;
    HANDLE thread = CreateThread(NULL, 0x10000, is_asking ? asks : spins, NULL, 0, NULL);

    while (is_asking && queries == before) Sleep(0);
    Sleep(number % 2);
    TerminateThread(thread, 1);
    CloseHandle(thread);
}

int main(int count, char **words)
{
    const int threads = count > 2 ? atoi(words[2]) : 0;
    int i;

    if (count == 2 && !strcmp(words[1], "known")) return report_known();
    for (i = 0; i < threads; i++) terminate_one(!strcmp(words[1], "query"), i);
    return 28;
}
