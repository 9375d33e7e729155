/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that looks the functions up in the API sets, every version that this system
   knows. The argument: another process's id. */
#include "plain.h"

static void *find(const char *set, const char *name)
{
    HMODULE from = LoadLibraryA(set);

    return from ? (void *)GetProcAddress(from, name) : NULL;
}

static void look_up(int version, HANDLE other)
{
    char realtime[64], threads[64], who[16];
    struct plain_functions found;

    sprintf(realtime, "api-ms-win-core-realtime-l1-1-%d.dll", version);
    sprintf(threads, "api-ms-win-core-processthreads-l1-1-%d.dll", version);
    sprintf(who, "set-%d", version);
    found = (struct plain_functions){
        find(realtime, "QueryThreadCycleTime"), find(realtime, "QueryProcessCycleTime"), find(threads, "GetThreadTimes"),
        find(threads, "GetProcessTimes") };
    if (found.QueryThreadCycleTime && found.QueryProcessCycleTime && found.GetThreadTimes && found.GetProcessTimes)
        plain_ask(who, &found, other);
}

int main(int argc, char **argv)
{
    int version;

    plain_work();
    for (version = 0; version < 3; version++) look_up(version, plain_other(argc, argv));
    plain_end();
    return 0;
}
