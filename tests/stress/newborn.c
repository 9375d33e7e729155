/* SPDX-License-Identifier: MIT */
/* A process that asks about itself and ends; 0: it was answered, and has the unixlib if it is to. Given an
   argument, it waits for the end of its input before. */
#include "cycletime.h"

#include <stdio.h>

static int fail(int code)
{
    printf("a process: %d, error %lu\n", code, GetLastError());
    return code;
}

int main(int argc, char **argv)
{
    CYCLETIME_UNIXLIB_STATE state;
    ULONG64 process, thread;

    (void)argv;
    if (argc > 1 && getchar() != EOF) return 3;

    if (!QueryThreadCycleTime(GetCurrentThread(), &thread)) return fail(1);
    if (!QueryProcessCycleTime(GetCurrentProcess(), &process)) return fail(2);
    if (!GetEnvironmentVariableW(L"CYCLETIME_TEST_LINUX", NULL, 0)) return 0;
    return CycletimeQueryUnixlibState(&state) && state <= CYCLETIME_UNIXLIB_STATE_ACTIVE_BY_CALLS ? 0 : fail(4);
}
