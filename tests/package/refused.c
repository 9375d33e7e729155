/* SPDX-License-Identifier: MIT */
/* Queries times of itself, a thread and a child, and says whether each query succeeded. Ends with 42. */
#include <windows.h>

#include <stdio.h>

static DWORD WINAPI run(void *context)
{
    (void)context;
    return 5;
}

static BOOL query(BOOL (*WINAPI of)(HANDLE, FILETIME *, FILETIME *, FILETIME *, FILETIME *), HANDLE handle)
{
    FILETIME created, ended, kernel, user;

    return of(handle, &created, &ended, &kernel, &user);
}

static DWORD run_child(void)
{
    PROCESS_INFORMATION process;
    STARTUPINFOW startup = { .cb = sizeof startup };
    WCHAR own[MAX_PATH], line[] = L"child child";
    DWORD code = 0;

    GetModuleFileNameW(NULL, own, MAX_PATH);
    if (!CreateProcessW(own, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &process)) return 0;
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    return query(GetProcessTimes, process.hProcess) ? code : 0;
}

int main(int count, char **words)
{
    HANDLE thread = CreateThread(NULL, 0, run, NULL, 0, NULL);
    FILETIME idle, kernel, user;
    DWORD code = 0;

    (void)words;
    WaitForSingleObject(thread, INFINITE);
    GetExitCodeThread(thread, &code);
    if (count > 1) return 41;
    printf("thread %lu %d\n", code, query(GetThreadTimes, thread) && query(GetThreadTimes, GetCurrentThread()));
    printf("process %d\n", query(GetProcessTimes, GetCurrentProcess()));
    printf("system %d\n", GetSystemTimes(&idle, &kernel, &user));
    printf("child %lu\n", run_child());
    return 42;
}
