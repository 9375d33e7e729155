/* SPDX-License-Identifier: MIT */
#include "status.h"
#include "idle_states.h"

#include "cycletime.h"

#include <stdio.h>

static const char *const questions[] = { "thread cycles", "process cycles", "thread times", "process times", "idle cycles",
                                         "DPC and interrupt cycles", "processor times", "idle states" };
static const char *const sources[] = { "nobody", "the system's counters", "NT's times", "the Linux side" };

static const char *const host_states[] = {
    [CycletimeHostActive] = "active",
    [CycletimeHostActiveByCalls] = "active, but its quickest clock cannot be used on this machine",
    [CycletimeHostOff] = "off, as CYCLETIME_HOST says",
    [CycletimeHostNotWine] = "none, this is not Wine",
    [CycletimeHostNoWay] = "none, this Wine hides its version or has no way to it",
    [CycletimeHostMissing] = "not found",
    [CycletimeHostNotLoaded] = "not loaded: no cycletime_host.so that this Wine can use, or WINEDLLPATH does not name its tree",
    [CycletimeHostOtherVersion] = "refused, the one found is of another version",
    [CycletimeHostNotNow] = "not yet loaded",
};

static void print_system(void)
{
    const char *(CDECL *version)(void) = (void *)GetProcAddress(GetModuleHandleA("ntdll"), "wine_get_version");
    DWORD windows = GetVersion();

    if (version) printf("system      Wine %s, as Windows %lu.%lu\n", version(), windows & 0xff, windows >> 8 & 0xff);
    else printf("system      Windows %lu.%lu\n", windows & 0xff, windows >> 8 & 0xff);
}

/* Without a buffer, a length that is not 0 is answered by the documented contract only. */
static const char *contract(BOOL (WINAPI *idle)(USHORT, PULONG, PULONG64))
{
    ULONG length = 1;

    if (!idle(0, &length, NULL)) return "unknown";
    return length == 1 ? "Windows'" : "documented";
}

BOOL status_print(HMODULE cycletime)
{
    BOOL (WINAPI *query)(CYCLETIME_QUESTION, CYCLETIME_SOURCE *, PULONG64) =
        (void *)GetProcAddress(cycletime, "CycletimeQuerySource");
    BOOL (WINAPI *frequency)(PULONG64) = (void *)GetProcAddress(cycletime, "CycletimeQueryFrequency");
    void *idle = (void *)GetProcAddress(cycletime, "QueryIdleProcessorCycleTimeEx");
    BOOL (WINAPI *host)(CYCLETIME_HOST_STATE *) = (void *)GetProcAddress(cycletime, "CycletimeQueryHostState");
    CYCLETIME_HOST_STATE state;
    CYCLETIME_SOURCE source;
    ULONG64 step, rate;
    int i;

    if (!query || !frequency || !idle || !host || !host(&state)) return FALSE;
    print_system();
    printf("Linux side  %s\n", host_states[state]);
    printf("contract    %s\n", contract(idle));
    if (frequency(&rate)) printf("frequency   %llu cycles a second\n", rate);
    else printf("frequency   unknown\n");
    for (i = 0; i < (int)ARRAYSIZE(questions); i++) {
        if (!query(i, &source, &step)) return FALSE;
        printf("%-26s %-22s", questions[i], sources[source]);
        if (step) printf(" in steps of %llu ns\n", step);
        else printf("%s\n", source == CycletimeSourceNone ? "" : " not seen to move");
    }
    return idle_states_print(cycletime);
}
