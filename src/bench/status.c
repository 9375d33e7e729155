/* SPDX-License-Identifier: MIT */
#include "status.h"
#include "idle_states.h"
#include "linux_side.h"

#include "cycletime.h"

#include <stdio.h>

static const char *const questions[] = { "thread cycles", "process cycles",           "thread times",    "process times",
                                         "idle cycles",   "DPC and interrupt cycles", "processor times", "idle states" };
static const char *const sources[] = { "nobody", "the system's counters", "NT's times", "the Linux side" };

static const char *const host_states[] = {
    [CYCLETIME_HOST_STATE_ACTIVE] = "active",
    [CYCLETIME_HOST_STATE_ACTIVE_BY_CALLS] = "active",
    [CYCLETIME_HOST_STATE_OFF] = "off, as CYCLETIME_HOST says",
    [CYCLETIME_HOST_STATE_NOT_WINE] = "none, this is not Wine",
    [CYCLETIME_HOST_STATE_NO_WAY] = "none, this Wine hides its version or has no way to it",
    [CYCLETIME_HOST_STATE_MISSING] = "not found",
    [CYCLETIME_HOST_STATE_NOT_LOADED] =
        "not loaded: no cycletime_host.so that this Wine can use, or WINEDLLPATH, which a colon ends, does not name it",
    [CYCLETIME_HOST_STATE_OTHER_VERSION] = "refused, the one found is of another version",
    [CYCLETIME_HOST_STATE_NOT_NOW] = "not yet loaded",
};

static const char *const host_clocks[] = {
    [CYCLETIME_HOST_CLOCK_NONE] = "nobody",
    [CYCLETIME_HOST_CLOCK_COUNTER] = "the time-stamp counter, marked in an rseq area of its own",
    [CYCLETIME_HOST_CLOCK_NOT_TRUSTED] = "the kernel's clock: nobody promises that the counter keeps its rate",
    [CYCLETIME_HOST_CLOCK_COARSE] = "the kernel's clock: the counter moves in large steps",
    [CYCLETIME_HOST_CLOCK_CHANGED] = "the kernel's clock: the counter has changed its rate",
    [CYCLETIME_HOST_CLOCK_REFUSED] = "the kernel's clock: Linux gives the thread no rseq area",
    [CYCLETIME_HOST_CLOCK_IN_USE] = "the kernel's clock: another library works with the thread's rseq area",
    [CYCLETIME_HOST_CLOCK_UNSEEN] = "the kernel's clock: this Linux does not tell when a thread leaves its processor",
    [CYCLETIME_HOST_CLOCK_FORBIDDEN] = "the kernel's clock: this Linux' rseq debugging is on",
    [CYCLETIME_HOST_CLOCK_NOT_TRIED] = "the kernel's clock: no child process could be made to try it",
    [CYCLETIME_HOST_CLOCK_NOT_NOW] = "the kernel's clock so far: another thread is finding out",
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
    if (way != CYCLETIME_HOST_CLOCK_NONE) printf("own thread  by %s\n", host_clocks[way]);
    linux_print_shared();
    printf("contract    %s\n", contract(idle));
    if (frequency(&rate)) printf("frequency   %llu cycles a second\n", rate);
    else printf("frequency   unknown\n");
    linux_print_clocks();
    for (i = 0; i < (int)ARRAYSIZE(questions); i++) {
        if (!query(i, &source, &step)) return FALSE;
        printf("%-26s %-22s", questions[i], sources[source]);
        if (step) printf(" in steps of %llu ns\n", step);
        else printf("%s\n", source == CYCLETIME_SOURCE_NONE ? "" : " not seen to move");
    }
    return idle_states_print(cycletime);
}
