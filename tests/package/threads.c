/* SPDX-License-Identifier: MIT */
/* threads.exe: four threads, each busier than the one before, until the first byte of its input. At every byte it writes
   for each of them its id and its cycles, and "reported". */
#include <stdio.h>
#include <windows.h>

enum { THREADS = 4, ROUND = 20 }; /* ms */

static HANDLE go_on;

static DWORD WINAPI work(PVOID part)
{
    const DWORD busy = (DWORD)(ULONG_PTR)part * ROUND / (2 * THREADS);
    DWORD begin;

    for (;; WaitForSingleObject(go_on, INFINITE), Sleep(ROUND))
        for (begin = GetTickCount(); GetTickCount() - begin < busy;) continue;
}

int main(void)
{
    HANDLE threads[THREADS];
    DWORD ids[THREADS], got;
    ULONG64 cycles;
    char byte;
    int i;

    if (!(go_on = CreateEventW(NULL, TRUE, TRUE, NULL))) return 1;
    for (i = 0; i < THREADS; i++)
        if (!(threads[i] = CreateThread(NULL, 0, work, (PVOID)(ULONG_PTR)(i + 1), 0, &ids[i]))) return 1;
    printf("process %lu\n", GetCurrentProcessId());
    fflush(stdout);
    while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), &byte, 1, &got, NULL) && got) {
        ResetEvent(go_on);
        Sleep(20 * ROUND);
        for (i = 0; i < THREADS; i++) {
            if (!QueryThreadCycleTime(threads[i], &cycles)) return 1;
            printf("%lu %llu\n", ids[i], (unsigned long long)cycles);
        }
        printf("reported\n");
        fflush(stdout);
    }
    return 0;
}
