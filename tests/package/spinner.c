/* SPDX-License-Identifier: MIT */
/* spinner.exe PROCESSOR: keeps that one of the first group busy, for longer than any test may take. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

enum { PATIENCE = 300000 };  /* ms */

int main(int argc, char **argv)
{
    const DWORD begin = GetTickCount();

    if (argc != 2 || !SetProcessAffinityMask(GetCurrentProcess(), (DWORD_PTR)1 << atoi(argv[1]))) return 1;
    printf("spins\n");
    fflush(stdout);
    while (GetTickCount() - begin < PATIENCE) {}
    return 0;
}
