/* SPDX-License-Identifier: MIT */
/* A process that asks about itself and ends; 0: it was answered. Given an argument, it waits for the end of its
   input before. */
#include "cycletime.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    ULONG64 process, thread;

    (void)argv;
    if (argc > 1 && getchar() != EOF) return 3;

    if (!QueryThreadCycleTime(GetCurrentThread(), &thread)) return 1;
    return QueryProcessCycleTime(GetCurrentProcess(), &process) ? 0 : 2;
}
