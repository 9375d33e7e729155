/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <cpuid.h>
#include <stdio.h>
#include <winternl.h>

int finish(int failed_tests)
{
    if (failed_tests) return 1;
    fflush(stderr);
    printf("all tests passed\n");
    return fflush(stdout) != 0;
}

BOOL is_wine(void)
{
    return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != NULL;
}

BOOL with_unixlib(void)
{
    return GetEnvironmentVariableW(L"CYCLETIME_TEST_LINUX", NULL, 0) != 0;
}

BOOL with_hooks(void)
{
    return GetEnvironmentVariableW(L"CYCLETIME_TEST_HOOKED", NULL, 0) != 0;
}

BOOL knows_all_threads(void)
{
    return with_unixlib() && GetModuleHandleW(L"cycletime.dll");
}

BOOL has_invariant_tsc(void)
{
    unsigned eax, ebx, ecx, edx;

    return __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) && edx >> 8 & 1;
}

/* The tightest of several pairs: one that was interrupted is a wide one. */
static ULONG64 read_both(ULONG64 *counter)
{
    ULONG64 before, width, tightest = ~0ull, at = *counter = 0;
    LARGE_INTEGER now;
    int i;

    for (i = 0; i < 32; i++) {
        before = tsc();
        QueryPerformanceCounter(&now);
        width = tsc() - before;
        if (width >= tightest) continue;
        tightest = width;
        at = before + width / 2;
        *counter = now.QuadPart;
    }
    return at;
}

ULONG64 ticks_per_second(void)
{
    static ULONG64 rate;
    ULONG64 begin, end, counter_begin, counter_end;
    LARGE_INTEGER frequency;

    if (rate) return rate;
    QueryPerformanceFrequency(&frequency);
    begin = read_both(&counter_begin);
    Sleep(200);
    end = read_both(&counter_end);
    return rate = (end - begin) * frequency.QuadPart / (counter_end - counter_begin);
}

ULONG64 ticks_of_ms(ULONG64 ms)
{
    return ms * ticks_per_second() / 1000;
}

ULONG64 ticks_of_100ns(ULONG64 time)
{
    return time / 1000 * ticks_per_second() / 10000 + time % 1000 * ticks_per_second() / 10000000;
}

ULONG64 times_of_ticks(ULONG64 ticks)
{
    return ticks / 1000 * 10000000 / (ticks_per_second() / 1000);
}

ULONG64 coarseness(void)
{
    return ticks_of_ms(is_wine() ? 20 : 32);
}

LONG system_ask_thread(HANDLE thread, struct times *times)
{
    return NtQueryInformationThread(thread, ThreadTimes, times, sizeof *times, NULL);
}

LONG system_ask_process(HANDLE process, struct times *times)
{
    return NtQueryInformationProcess(process, ProcessTimes, times, sizeof *times, NULL);
}

struct times system_thread_times(HANDLE thread)
{
    struct times times;

    assert_int_equal(system_ask_thread(thread, &times), 0);
    return times;
}

struct times system_process_times(HANDLE process)
{
    struct times times;

    assert_int_equal(system_ask_process(process, &times), 0);
    return times;
}

struct times times_by(query_times query, HANDLE handle)
{
    FILETIME creation, exit, kernel, user;

    assert_true(query(handle, &creation, &exit, &kernel, &user));
    return (struct times){ value_of_filetime(creation), value_of_filetime(exit), value_of_filetime(kernel),
                           value_of_filetime(user) };
}

HANDLE start_thread(LPTHREAD_START_ROUTINE run, void *argument)
{
    HANDLE thread = CreateThread(NULL, 0, run, argument, 0, NULL);

    assert_non_null(thread);
    return thread;
}

DWORD join_thread(HANDLE thread)
{
    DWORD code;

    assert_int_equal(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
    assert_true(GetExitCodeThread(thread, &code));
    CloseHandle(thread);
    return code;
}

/* Classes 23 and 38: the cycles, and the time-stamp counter (phnt). */
ULONG64 system_thread_cycles(HANDLE thread)
{
    ULONG64 cycles[2] = { 0, 0 };
    LONG status = NtQueryInformationThread(thread, (THREADINFOCLASS)23, cycles, sizeof cycles, NULL);

    return status < 0 ? 0 : cycles[0];
}

ULONG64 system_process_cycles(HANDLE process)
{
    ULONG64 cycles[2] = { 0, 0 };
    LONG status = NtQueryInformationProcess(process, (PROCESSINFOCLASS)38, cycles, sizeof cycles, NULL);

    return status < 0 ? 0 : cycles[0];
}
