/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that looks the functions up. The argument: another process's id. */
#include "plain.h"

static void look_up(const char *who, const char *module, HANDLE other)
{
    HMODULE from = LoadLibraryA(module);
    const struct plain_functions found = {
        (void *)GetProcAddress(from, "QueryThreadCycleTime"), (void *)GetProcAddress(from, "QueryProcessCycleTime"),
        (void *)GetProcAddress(from, "GetThreadTimes"), (void *)GetProcAddress(from, "GetProcessTimes") };

    plain_ask(who, &found, other);
}

int main(int argc, char **argv)
{
    plain_work();
    look_up("kernel32", "kernel32.dll", plain_other(argc, argv));
    look_up("kernelbase", "kernelbase.dll", plain_other(argc, argv));
    plain_end();
    return 0;
}
