/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that looks for functions which an older system lacks: by the names that the
   environment variable NAMES holds. What some of them answer, it reports as well. */
#include "plain.h"

#include <string.h>

static void *find(const char *module, const char *name)
{
    return (void *)GetProcAddress(GetModuleHandleA(module), name);
}

static void ask_idle(const char *module)
{
    BOOL (WINAPI *ask)(PULONG, PULONG64) = find(module, "QueryIdleProcessorCycleTime");
    BOOL (WINAPI *ask_group)(USHORT, PULONG, PULONG64) = find(module, "QueryIdleProcessorCycleTimeEx");
    ULONG64 cycles[64] = { 0 };
    ULONG length = sizeof cycles;

    PLAIN_SAY_CALL(module, "idle", ask && ask(&length, cycles), cycles[0]);
    length = sizeof cycles;
    cycles[0] = 0;
    PLAIN_SAY_CALL(module, "idle-of-group", ask_group && ask_group(0, &length, cycles), cycles[0]);
}

static void ask_system(const char *module)
{
    BOOL (WINAPI *ask)(USHORT, PULONG64, PDWORD) = find(module, "GetProcessorSystemCycleTime");
    ULONG64 cycles[64] = { 0 };
    DWORD length = sizeof cycles;

    PLAIN_SAY_CALL(module, "system", ask && ask(0, cycles, &length), cycles[0]);
}

static void ask_precise(const char *module)
{
    void (WINAPI *ask)(PULONGLONG) = find(module, "QueryInterruptTimePrecise");
    ULONGLONG time = 0;

    SetLastError(0);
    if (ask) ask(&time);
    plain_say(module, "precise", ask != NULL, time);
}

int main(void)
{
    static const char *const modules[] = { "kernel32", "kernelbase" };
    static char names[4096];
    char *name;
    size_t i;

    GetEnvironmentVariableA("NAMES", names, sizeof names);
    for (name = strtok(names, " "); name; name = strtok(NULL, " "))
        for (i = 0; i < ARRAYSIZE(modules); i++) PLAIN_SAY_CALL(modules[i], name, find(modules[i], name) != NULL, 0);
    for (i = 0; i < ARRAYSIZE(modules); i++) {
        ask_idle(modules[i]);
        ask_system(modules[i]);
        ask_precise(modules[i]);
    }
    plain_end();
    return 0;
}
