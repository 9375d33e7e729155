/* SPDX-License-Identifier: MIT */
/* loads COUNT: loads cycletime.dll, asks it, and frees it, COUNT times, a tenth of that before as a warm-up; nothing may be
   kept. Without the unixlib and the hooks, which keep it loaded. */
#include "run_process.h"
#include "support.h"
#include "usage.h"

#include <stdio.h>
#include <stdlib.h>

enum { ONE_IN = 25 };  /* asks for cycles too, whose rate takes 5 ms to measure */

static BOOL ask(HMODULE library, BOOL cycles)
{
    BOOL (WINAPI *thread_times)(HANDLE, PULONG64, PULONG64, PULONG64, PULONG64)
        = (void *)GetProcAddress(library, "GetThreadTimes");
    BOOL (WINAPI *process_cycles)(HANDLE, PULONG64) = (void *)GetProcAddress(library, "QueryProcessCycleTime");
    BOOL (WINAPI *processors)(USHORT, PULONG, PVOID)
        = (void *)GetProcAddress(library, "CycletimeQueryProcessorPerformance");
    ULONG64 times[4], processor[64 * 6];
    ULONG length = sizeof processor;

    return thread_times(GetCurrentThread(), &times[0], &times[1], &times[2], &times[3])
        && processors(0, &length, processor) && (!cycles || process_cycles(GetCurrentProcess(), times));
}

static void load_and_free(const WCHAR *path, ULONG count)
{
    HMODULE library;

    while (count--) {
        assert_non_null(library = LoadLibraryW(path));
        assert_true(ask(library, count % ONE_IN == 0));
        assert_true(FreeLibrary(library));
        assert_null(GetModuleHandleW(L"cycletime.dll"));
    }
}

static ULONG count;

TEST(what_is_loaded_and_freed_leaves_nothing)
{
    const ULONG64 began = tsc();
    struct usage begin, end;

    load_and_free(beside(L"cycletime.dll"), count / 10);
    usage_read(&begin);
    load_and_free(beside(L"cycletime.dll"), count);
    usage_read(&end);
    printf("loads: %lu, %llu s\n", count, (tsc() - began) / ticks_per_second());
    assert_true(usage_is_flat(&begin, &end));
}

int main(int argc, char **argv)
{
    count = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
    return count ? finish(run_all_tests()) : 2;
}
