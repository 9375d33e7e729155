/* SPDX-License-Identifier: MIT */
#include "both_clocks.h"
#include "cycletime.h"
#include "pe.h"
#include "run_process.h"

#include <stdlib.h>
#include <string.h>

struct clocks systems, ours;

static void fetch(struct clocks *clocks)
{
    HMODULE kernelbase = GetModuleHandleA("kernelbase"), ntdll = GetModuleHandleA("ntdll");

    clocks->QueryPerformanceCounter = (void *)GetProcAddress(kernelbase, "QueryPerformanceCounter");
    clocks->RtlQueryPerformanceCounter = (void *)GetProcAddress(ntdll, "RtlQueryPerformanceCounter");
    clocks->NtQueryPerformanceCounter = (void *)GetProcAddress(ntdll, "NtQueryPerformanceCounter");
    clocks->GetSystemTimePreciseAsFileTime = (void *)GetProcAddress(kernelbase, "GetSystemTimePreciseAsFileTime");
}

BOOL both_clocks_open(void)
{
    fetch(&systems);
    systems.NtQueryPerformanceCounter = pe_copy_system_call(systems.NtQueryPerformanceCounter);
    if (!systems.NtQueryPerformanceCounter || !hook_this_program(CYCLETIME_HOOK_FAST_CLOCK)) return FALSE;
    fetch(&ours);
    return TRUE;
}

static BOOL is_counted_source(const char *name)
{
    static const char *const others[] = { "hpet", "acpi_pm", "jiffies", "refined-jiffies" };
    size_t i;

    for (i = 0; i < ARRAYSIZE(others); i++)
        if (!strncmp(name, others[i], strlen(others[i]))) return FALSE;
    return TRUE;
}

/* CYCLETIME_TEST_CLOCKS=called: a library of the test's makes a system call of each reading. */
BOOL clocks_are_counted(void)
{
    static const WCHAR path[] = L"\\\\?\\unix\\sys\\devices\\system\\clocksource\\clocksource0\\current_clocksource";
    const char *reported = getenv("CYCLETIME_TEST_CLOCKS");
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    char name[32] = "";
    DWORD length = 0;

    if (file != INVALID_HANDLE_VALUE) {
        ReadFile(file, name, sizeof name - 1, &length, NULL);
        CloseHandle(file);
    }
    return !(reported && !strcmp(reported, "called")) && is_counted_source(name);
}

ULONG64 report(const struct clocks *clocks, enum clock clock)
{
    LARGE_INTEGER now = { .QuadPart = 0 };

    if (clocks == &systems && clock != PRECISE_DATE) clock = NT_COUNTER; /* the others ask ntdll, which leads to ours */
    switch (clock) {
    case COUNTER: return clocks->QueryPerformanceCounter(&now) ? now.QuadPart : 0;
    case RTL_COUNTER: return clocks->RtlQueryPerformanceCounter(&now) ? now.QuadPart : 0;
    case NT_COUNTER: return clocks->NtQueryPerformanceCounter(&now, NULL) ? 0 : now.QuadPart;
    default: clocks->GetSystemTimePreciseAsFileTime((FILETIME *)&now); return now.QuadPart;
    }
}
