/* SPDX-License-Identifier: MIT */
#include "status.h"
#include "idle_states.h"

#include "cycletime.h"

#include <stdio.h>

static const char *const questions[] = { "thread cycles", "process cycles",           "thread times",    "process times",
                                         "idle cycles",   "DPC and interrupt cycles", "processor times", "idle states" };
static const char *const sources[] = { "nobody", "the system's counters", "NT's times", "the Linux side" };

static const char *const host_states[] = {
    [CycletimeHostActive] = "active",
    [CycletimeHostActiveByCalls] = "active",
    [CycletimeHostOff] = "off, as CYCLETIME_HOST says",
    [CycletimeHostNotWine] = "none, this is not Wine",
    [CycletimeHostNoWay] = "none, this Wine hides its version or has no way to it",
    [CycletimeHostMissing] = "not found",
    [CycletimeHostNotLoaded] =
        "not loaded: no cycletime_host.so that this Wine can use, or WINEDLLPATH does not name its tree",
    [CycletimeHostOtherVersion] = "refused, the one found is of another version",
    [CycletimeHostNotNow] = "not yet loaded",
};

static const char *const host_clocks[] = {
    [CycletimeHostClockNone] = "nobody",
    [CycletimeHostClockCounter] = "the time-stamp counter, marked in an rseq area of its own",
    [CycletimeHostClockNotTrusted] = "the kernel's clock: nobody promises that the counter keeps its rate",
    [CycletimeHostClockCoarse] = "the kernel's clock: the counter moves in large steps",
    [CycletimeHostClockChanged] = "the kernel's clock: the counter has changed its rate",
    [CycletimeHostClockRefused] = "the kernel's clock: Linux gives the thread no rseq area",
    [CycletimeHostClockInUse] = "the kernel's clock: another library works with the thread's rseq area",
    [CycletimeHostClockUnseen] = "the kernel's clock: this Linux does not tell when a thread leaves its processor",
    [CycletimeHostClockForbidden] = "the kernel's clock: this Linux' rseq debugging is on",
    [CycletimeHostClockNotTried] = "the kernel's clock: no child process could be made to try it",
    [CycletimeHostClockNotNow] = "the kernel's clock so far: another thread is finding out",
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
    BOOL (WINAPI *query)
    (CYCLETIME_QUESTION, CYCLETIME_SOURCE *, PULONG64) = (void *)GetProcAddress(cycletime, "CycletimeQuerySource");
    BOOL (WINAPI *frequency)(PULONG64) = (void *)GetProcAddress(cycletime, "CycletimeQueryFrequency");
    void *idle = (void *)GetProcAddress(cycletime, "QueryIdleProcessorCycleTimeEx");
    BOOL (WINAPI *host)(CYCLETIME_HOST_STATE *) = (void *)GetProcAddress(cycletime, "CycletimeQueryHostState");
    BOOL (WINAPI *clock)(CYCLETIME_HOST_CLOCK *) = (void *)GetProcAddress(cycletime, "CycletimeQueryHostClock");
    CYCLETIME_HOST_STATE state;
    CYCLETIME_HOST_CLOCK way;
    CYCLETIME_SOURCE source;
    ULONG64 step, rate;
    int i;

    if (!query || !frequency || !idle || !host || !host(&state) || !clock || !clock(&way)) return FALSE;
    print_system();
    printf("Linux side  %s\n", host_states[state]);
    if (way != CycletimeHostClockNone) printf("own thread  by %s\n", host_clocks[way]);
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
