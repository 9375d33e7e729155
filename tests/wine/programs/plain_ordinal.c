/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that looks the functions up by the ordinals that it got: the environment
   variable ORDINALS holds four of kernel32 and four of kernelbase. The argument: another process's id. */
#include "plain.h"

static void *find(HMODULE module, char **ordinals)
{
    return (void *)GetProcAddress(module, MAKEINTRESOURCEA(strtoul(*ordinals, ordinals, 10)));
}

static void look_up(const char *who, char **ordinals, HANDLE other)
{
    HMODULE from = GetModuleHandleA(who);
    struct plain_functions found;

    found.QueryThreadCycleTime = find(from, ordinals);
    found.QueryProcessCycleTime = find(from, ordinals);
    found.GetThreadTimes = find(from, ordinals);
    found.GetProcessTimes = find(from, ordinals);
    plain_ask(who, &found, other);
}

int main(int argc, char **argv)
{
    char text[128] = "", *ordinals = text;

    plain_work();
    GetEnvironmentVariableA("ORDINALS", text, sizeof text);
    look_up("kernel32", &ordinals, plain_other(argc, argv));
    look_up("kernelbase", &ordinals, plain_other(argc, argv));
    plain_end();
    return 0;
}
