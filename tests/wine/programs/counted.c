/* SPDX-License-Identifier: MIT */
/* A program to be counted: says that it has begun, and goes on until its input ends. With an argument it first uses half a
   second of CPU time. */
#include <windows.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    FILETIME dates[2], kernel, user;

    (void)argv;
    do GetProcessTimes(GetCurrentProcess(), &dates[0], &dates[1], &kernel, &user);
    while (argc > 1 && kernel.dwLowDateTime + user.dwLowDateTime < 5000000);
    puts("began");
    fflush(stdout);
    return getchar() != EOF;
}
