/* SPDX-License-Identifier: MIT */
/* A program that is linked with the static library, as its plugin.dll is (with -DPLUGIN). If there is a cycletime.dll in it
   too, that is a third copy of the functions.
   copies.exe: works, and reports of each copy "WHO state STATE source SOURCE accuracy ACCURACY first MICROSECONDS time
     100NS"; the accuracy is that of kernel32's function.
   copies.exe once: reports the first call of its own copy.
   copies.exe share VERSION UNIXLIB_VERSION: asks the DLL for its Linux side.
   copies.exe parent: runs copies.exe, and reports "child 100NS descendants 100NS". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "cycletime.h"

struct copy {
    BOOL(WINAPI *cycles)(HANDLE, PULONG64);
    BOOL(WINAPI *times)(HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME);
    BOOL(WINAPI *state)(CYCLETIME_UNIXLIB_STATE *);
    BOOL(WINAPI *source)(CYCLETIME_QUESTION, CYCLETIME_SOURCE *, PULONG64);
    CYCLETIME_ACCURACY(WINAPI *accuracy)(BOOL(WINAPI *)(HANDLE, PULONG64));
};

static const struct copy own = { QueryThreadCycleTime, GetProcessTimes, CycletimeQueryUnixlibState, CycletimeQuerySource,
                                 CycletimeQueryAccuracy };

#ifdef PLUGIN
__declspec(dllexport) const struct copy *plugin_copy(void)
{
    return &own;
}
#else

static ULONG64 number(FILETIME time)
{
    return (ULONG64)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static ULONG64 time_of(const struct copy *copy, HANDLE process)
{
    FILETIME creation, exit, kernel = { 0, 0 }, user = { 0, 0 };

    copy->times(process, &creation, &exit, &kernel, &user);
    return number(kernel) + number(user);
}

static double first_call(const struct copy *copy)
{
    LARGE_INTEGER frequency, before, after;
    ULONG64 cycles;

    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&before);
    copy->cycles(GetCurrentThread(), &cycles);
    QueryPerformanceCounter(&after);
    return (after.QuadPart - before.QuadPart) * 1e6 / frequency.QuadPart;
}

/* As in a program that is linked with kernel32 before cycletime. */
static BOOL(WINAPI *of_kernel32(void))(HANDLE, PULONG64)
{
    return (void *)GetProcAddress(GetModuleHandleA("kernel32.dll"), "QueryThreadCycleTime");
}

static void report(const char *who, const struct copy *copy)
{
    CYCLETIME_UNIXLIB_STATE state = 99;
    CYCLETIME_SOURCE source = 99;
    const double first = first_call(copy);
    const CYCLETIME_ACCURACY accuracy = copy->accuracy(of_kernel32());

    copy->state(&state);
    copy->source(CYCLETIME_QUESTION_THREAD_CYCLES, &source, NULL);
    printf("%s state %d source %d accuracy %d first %.0f time %llu\n", who, state, source, accuracy, first,
           time_of(copy, GetCurrentProcess()));
}

static void report_dll(void)
{
    const HMODULE dll = GetModuleHandleA("cycletime.dll");
    struct copy copy;

    if (!dll) return;
    copy.cycles = (void *)GetProcAddress(dll, "QueryThreadCycleTime");
    copy.times = (void *)GetProcAddress(dll, "GetProcessTimes");
    copy.state = (void *)GetProcAddress(dll, "CycletimeQueryUnixlibState");
    copy.source = (void *)GetProcAddress(dll, "CycletimeQuerySource");
    copy.accuracy = (void *)GetProcAddress(dll, "CycletimeQueryAccuracy");
    report("dll", &copy);
}

static DWORD WINAPI burn(PVOID none)
{
    volatile unsigned i;

    for (i = 0; i < 150000000; i++) continue;
    return none != NULL;
}

static void burn_in_thread(void)
{
    const HANDLE thread = CreateThread(NULL, 0, burn, NULL, 0, NULL);

    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

static void report_all(void)
{
    const struct copy *(*plugin)(void) = (void *)GetProcAddress(LoadLibraryA("plugin.dll"), "plugin_copy");

    report("program", &own);
    burn_in_thread();
    report("plugin", plugin());
    report_dll();
    burn(NULL);
    report("again", &own);
}

static void report_child(char *program)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    ULONG64 kernel = 0, user = 0;
    PROCESS_INFORMATION child;

    if (!CreateProcessA(program, NULL, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &child)) exit(1);
    WaitForSingleObject(child.hProcess, INFINITE);
    CycletimeQueryDescendantTimes(GetCurrentProcess(), &kernel, &user);
    printf("child %llu descendants %llu\n", time_of(&own, child.hProcess), kernel + user);
}

static void share(ULONG version, ULONG unixlib_version)
{
    ULONG64(WINAPI *ask)(ULONG, ULONG);

    ask = (void *)GetProcAddress(GetModuleHandleA("cycletime.dll"), "CycletimeShareUnixlib");
    printf("shared %d\n", ask(version, unixlib_version) != 0);
}

int main(int argc, char **argv)
{
    if (argc == 4) share(strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10));
    else if (argc == 1) report_all();
    else if (!strcmp(argv[1], "once")) report("program", &own);
    else report_child(argv[0]);
    return 0;
}
#endif
