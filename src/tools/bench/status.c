/* SPDX-License-Identifier: MIT */
/* Prints which source answers which query, and in which step. */
#include "tools/bench/bench.h"
#include "library/nt/nt.h"
#include "library/nt/wine_layout.h"
#include "library/source/unixlib.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const questions[] = { "thread cycles", "process cycles",           "thread times",    "process times",
                                         "idle cycles",   "DPC and interrupt cycles", "processor times", "idle states" };
static const char *const sources[] = { "not available", "the system's counters", "NT's times", "the Linux side" };

static const char *const unixlib_states[] = {
    [CYCLETIME_UNIXLIB_STATE_ACTIVE] = "active",
    [CYCLETIME_UNIXLIB_STATE_ACTIVE_BY_CALLS] = "active",
    [CYCLETIME_UNIXLIB_STATE_OFF] = "off, as CYCLETIME_UNIXLIB says",
    [CYCLETIME_UNIXLIB_STATE_NOT_WINE] = "none, this is not Wine",
    [CYCLETIME_UNIXLIB_STATE_NO_WAY] = "none, this Wine hides its version or has no way to it",
    [CYCLETIME_UNIXLIB_STATE_MISSING] = "not found",
    [CYCLETIME_UNIXLIB_STATE_NOT_LOADED] =
        "not loaded: no cycletime_unixlib.so that this Wine can use, or WINEDLLPATH, which a colon ends, does not name it",
    [CYCLETIME_UNIXLIB_STATE_OTHER_VERSION] = "refused, the one found is of another version",
    [CYCLETIME_UNIXLIB_STATE_NOT_NOW] = "not yet loaded",
};

static const char *const unixlib_clocks[] = {
    [CYCLETIME_UNIXLIB_CLOCK_NONE] = "nothing",
    [CYCLETIME_UNIXLIB_CLOCK_TSC] = "the time-stamp counter",
    [CYCLETIME_UNIXLIB_CLOCK_NOT_TRUSTED] = "the kernel's clock: the counter may change its rate",
    [CYCLETIME_UNIXLIB_CLOCK_COARSE] = "the kernel's clock: the counter moves in large steps",
    [CYCLETIME_UNIXLIB_CLOCK_CHANGED] = "the kernel's clock: the counter has changed its rate",
    [CYCLETIME_UNIXLIB_CLOCK_REFUSED] = "the kernel's clock: Linux gives the thread no rseq area",
    [CYCLETIME_UNIXLIB_CLOCK_IN_USE] = "the kernel's clock: another library works with the thread's rseq area",
    [CYCLETIME_UNIXLIB_CLOCK_UNSEEN] = "the kernel's clock: this Linux does not report when a thread leaves its processor",
    [CYCLETIME_UNIXLIB_CLOCK_FORBIDDEN] = "the kernel's clock: this Linux's rseq debugging is on",
    [CYCLETIME_UNIXLIB_CLOCK_NOT_TRIED] = "the kernel's clock: no child process could be made to try it",
    [CYCLETIME_UNIXLIB_CLOCK_NOT_NOW] = "the kernel's clock so far: another thread is finding out",
};

static const char *const clocks[UNIXLIB_SCALES] = { [UNIXLIB_SCALE_RAW] = "CLOCK_MONOTONIC_RAW",
                                                    [UNIXLIB_SCALE_BOOT] = "CLOCK_BOOTTIME",
                                                    [UNIXLIB_SCALE_DATE] = "CLOCK_REALTIME" };
static const char *const readings[UNIXLIB_READINGS] = {
    [UNIXLIB_READING_BY_TSC] = "read by the time-stamp counter",
    [UNIXLIB_READING_BY_CALL] = "read by a system call: Linux does not keep time by the counter, or not by it alone",
    [UNIXLIB_READING_WIDE] = "read as Linux does: reading the counter takes too long here",
    [UNIXLIB_READING_COARSE] = "read as Linux does: the counter moves in large steps",
    [UNIXLIB_READING_FAILED] = "not to be read",
};

/* The build's text names a distribution, Staging's patches or Proton. All tests have passed with Wines of these versions
   (Tested with in docs/limits.md). */
static void print_wine(const char *version)
{
    static const char *const versions[] = { "8.0", "10.0", "11.10" };
    const char *(CDECL *build)(void) = (void *)GetProcAddress(GetModuleHandleA("ntdll"), "wine_get_build_id");
    const char *difference = wine_layout_difference(&wine_layout);
    BOOL is_known = FALSE;
    size_t length;
    unsigned i;

    for (i = 0; i < ARRAYSIZE(versions); i++) {
        length = strlen(versions[i]);
        if (!strncmp(version, versions[i], length) && !isdigit((unsigned char)version[length])) is_known = TRUE;
    }
    printf("this Wine   %s, ", build ? build() : version);
    if (difference) printf("differs from those that cycletime knows: %s\n", difference);
    else printf("%s\n", is_known ? "known" : "not known, and found to be like those that are");
}

static void print_shared_file(const struct unixlib_shared *shared)
{
    printf("shared file in %s",
           shared->state == UNIXLIB_NOT_SHARED ? "no folder, so the times of other programs are Wine's" : shared->where);
    if (shared->state == UNIXLIB_SHARED_FULL) printf(", which is full: programs that begin now are not known to others");
    printf(shared->refused[0] ? "; %s: %s\n" : "\n", shared->refused, shared->why);
}

/* Prints the idle states of the first processor, one a line, if they are known. FALSE: they could not be read. */
static BOOL print_idle_states(void)
{
    const PEP_PROCESSOR_IDLE_STATE_V2 *state;
    PEP_PPM_QUERY_IDLE_STATES_V2 *states;
    ULONG count, size, i;
    char type[8];
    BOOL reported;

    if (!ours.CycletimeQueryIdleStateCount(0, 0, &count)) return GetLastError() == ERROR_NOT_SUPPORTED;
    size = offsetof(PEP_PPM_QUERY_IDLE_STATES_V2, IdleStates) + count * sizeof *states->IdleStates;
    states = calloc(1, size);
    if (!states) return FALSE;
    states->Count = count;
    reported = ours.CycletimeQueryIdleStatesV2(0, 0, size, states);
    if (reported) printf("  C-state   coherent   interruptible  latency, us  break-even, us\n");
    for (state = states->IdleStates, i = 0; reported && i < states->Count; state++, i++) {
        snprintf(type, sizeof type, state->CStateType ? "C%u" : "-", (unsigned)state->CStateType);
        printf("  %-9s %-10s %-13s %12.1f %15.1f\n", type, state->CacheCoherent ? "yes" : "no",
               state->Interruptible ? "yes" : "no", state->Latency / 10.0, state->BreakEvenDuration / 10.0);
    }
    free(states);
    return reported;
}

enum status_code status_print(void)
{
    const char *(CDECL *version)(void) = (void *)GetProcAddress(GetModuleHandleA("ntdll"), "wine_get_version");
    const DWORD windows = GetVersion();
    const char *rule = "an unknown";
    ULONG length = 1;
    CYCLETIME_UNIXLIB_STATE state;
    CYCLETIME_UNIXLIB_CLOCK method;
    struct unixlib_shared shared = { .words = TRUE };
    struct unixlib_clock_source clock;
    CYCLETIME_SOURCE source;
    ULONG64 step, rate;
    BOOL has_linux;
    int i;

    if (!ours.CycletimeQueryUnixlibState(&state) || !ours.CycletimeQueryUnixlibClock(&method)) return STATUS_FAILED;
    if (version) printf("system      Wine %s, as Windows %lu.%lu\n", version(), windows & 0xff, windows >> 8 & 0xff);
    else printf("system      Windows %lu.%lu\n", windows & 0xff, windows >> 8 & 0xff);
    if (version) print_wine(version());
    printf("Linux side  %s\n", unixlib_states[state]);
    if (method != CYCLETIME_UNIXLIB_CLOCK_NONE)
        printf("own thread  a query about itself reads %s\n", unixlib_clocks[method]);
    has_linux = nt_unixlib_open() == CYCLETIME_UNIXLIB_STATE_ACTIVE; /* this program's own copy of the Windows side */
    if (has_linux && nt_unixlib_call(UNIXLIB_CALL_SHARED, &shared) == UNIXLIB_DONE) print_shared_file(&shared);
    if (has_linux && !unixlib_has_processors(CYCLETIME_QUESTION_PROCESSOR_TIMES))
        printf("processors  as Wine makes it up: Linux's /proc/stat cannot be read\n");
    /* The documented rule changes a length that is not 0 where there is no buffer, and Windows' own leaves it. */
    if (ours.QueryIdleProcessorCycleTimeEx(0, &length, NULL))
        rule = length == 1 ? "Windows' own" : "Microsoft's documented";
    printf("lengths     of idle cycles' buffers, by %s rule\n", rule);
    if (ours.CycletimeQueryFrequency(&rate)) printf("frequency   %llu cycles a second\n", rate);
    else printf("frequency   unknown\n");
    if (has_linux && nt_unixlib_call(UNIXLIB_CALL_CLOCK_SOURCE, &clock) == UNIXLIB_DONE) {
        printf("clocksource %s\n", clock.name[0] ? clock.name : "unknown, Linux does not say it");
        for (i = 0; i < UNIXLIB_SCALES; i++) printf("%-26s %s\n", clocks[i], readings[clock.readings[i]]);
    }
    for (i = 0; i < (int)ARRAYSIZE(questions); i++) {
        if (!ours.CycletimeQuerySource(i, &source, &step)) return STATUS_FAILED;
        printf("%-26s %-22s", questions[i], sources[source]);
        if (step) printf(" in steps of %llu ns\n", step);
        else printf("%s\n", source == CYCLETIME_SOURCE_NONE ? "" : " unchanged while measured");
    }
    if (!print_idle_states()) return STATUS_FAILED;
    return state == CYCLETIME_UNIXLIB_STATE_ACTIVE || state == CYCLETIME_UNIXLIB_STATE_ACTIVE_BY_CALLS
                   || state == CYCLETIME_UNIXLIB_STATE_OFF
               ? STATUS_WORKS
               : STATUS_NO_LINUX_SIDE;
}
