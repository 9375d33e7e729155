/* SPDX-License-Identifier: MIT */
/* other_user.exe PAUSE: after so many ms it has a child that uses 200 ms and ends, and reports what that used.
   other_user.exe: the child. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static ULONG64 ms_of(FILETIME kernel, FILETIME user)
{
    const ULARGE_INTEGER in_kernel = { { kernel.dwLowDateTime, kernel.dwHighDateTime } },
                         in_user = { { user.dwLowDateTime, user.dwHighDateTime } };

    return (in_kernel.QuadPart + in_user.QuadPart) / 10000;
}

static int work(void)
{
    FILETIME creation, exit, kernel, user;

    do
        if (!GetProcessTimes(GetCurrentProcess(), &creation, &exit, &kernel, &user)) return 1;
    while (ms_of(kernel, user) < 200);
    return 0;
}

int main(int argc, char **argv)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    FILETIME creation, exit, kernel, user;
    PROCESS_INFORMATION child;
    char self[MAX_PATH];

    if (argc != 2) return work();
    Sleep((DWORD)atoi(argv[1]));
    if (!GetModuleFileNameA(NULL, self, sizeof self)) return 1;
    if (!CreateProcessA(self, NULL, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &child)) return 2;
    if (WaitForSingleObject(child.hProcess, 60000) != WAIT_OBJECT_0) return 3;
    if (GetProcessTimes(child.hProcess, &creation, &exit, &kernel, &user)) printf("child %llu\n", ms_of(kernel, user));
    else printf("error %lu\n", GetLastError());
    return 42;
}
