/* SPDX-License-Identifier: MIT */
/* A linked program's first question, while another thread holds the loader's lock, the heap or the PEB's lock, as one does
   that is suspended while it loads a library: it is answered, and what the unixlib reports comes when that can be opened.
   Each in a process of its own. */
#include "cycletime.h"
#include "linkage.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const linked[] = { "GetThreadTimes", "QueryThreadCycleTime", "CycletimeQueryUnixlibState", NULL };

static LONG (WINAPI *lock_loader)(ULONG, PULONG, ULONG_PTR *);
static LONG (WINAPI *unlock_loader)(ULONG, ULONG_PTR);
static void (WINAPI *lock_peb)(void);
static void (WINAPI *unlock_peb)(void);
static HANDLE is_held, may_end;

static DWORD WINAPI hold(void *what)
{
    ULONG_PTR cookie = 0;

    if (what == (void *)0) HeapLock(GetProcessHeap());
    if (what == (void *)1) lock_loader(0, NULL, &cookie);
    if (what == (void *)2) lock_peb();
    SetEvent(is_held);
    WaitForSingleObject(may_end, INFINITE);
    if (what == (void *)0) HeapUnlock(GetProcessHeap());
    if (what == (void *)1) unlock_loader(0, cookie);
    if (what == (void *)2) unlock_peb();
    return 0;
}

static int ask_first(ULONG_PTR what)
{
    const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    FILETIME created, ended, kernel, user;
    CYCLETIME_UNIXLIB_STATE state = CYCLETIME_UNIXLIB_STATE_NOT_NOW;
    ULONG64 cycles = 0;
    HANDLE holder;
    BOOL reported;

    lock_loader = (void *)GetProcAddress(ntdll, "LdrLockLoaderLock");
    unlock_loader = (void *)GetProcAddress(ntdll, "LdrUnlockLoaderLock");
    lock_peb = (void *)GetProcAddress(ntdll, "RtlAcquirePebLock");
    unlock_peb = (void *)GetProcAddress(ntdll, "RtlReleasePebLock");
    is_held = CreateEventW(NULL, TRUE, FALSE, NULL);
    may_end = CreateEventW(NULL, TRUE, FALSE, NULL);
    holder = CreateThread(NULL, 0, hold, (void *)what, 0, NULL);
    WaitForSingleObject(is_held, INFINITE);
    reported = GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
    QueryThreadCycleTime(GetCurrentThread(), &cycles);
    SetEvent(may_end);
    WaitForSingleObject(holder, INFINITE);
    CycletimeQueryUnixlibState(&state);
    reported = QueryThreadCycleTime(GetCurrentThread(), &cycles) && reported;
    /* Wine's own times go by 10 ms. */
    if (state <= CYCLETIME_UNIXLIB_STATE_ACTIVE_BY_CALLS) reported = reported && cycles;
    printf("%s, state %d\n", reported ? "reported" : "not reported", (int)state);
    return 0;
}

static void assert_answered(unsigned what)
{
    CYCLETIME_UNIXLIB_STATE here, there = (CYCLETIME_UNIXLIB_STATE)-1;
    WCHAR path[MAX_PATH], line[MAX_PATH + 16];
    struct program program;
    char text[64] = "";
    DWORD length = 0;

    assert_true(CycletimeQueryUnixlibState(&here));
    GetModuleFileNameW(NULL, path, MAX_PATH);
    _snwprintf(line, ARRAYSIZE(line), L"\"%ls\" %u", path, what);
    program_start(&program, path, line, NULL, NULL);
    if (WaitForSingleObject(program.process, 120000) == WAIT_OBJECT_0)
        ReadFile(program.out, text, sizeof text - 1, &length, NULL);
    else TerminateProcess(program.process, 1); /* it hangs */
    program_close(&program);
    print_message("%s", text);
    assert_int_equal(sscanf(text, "reported, state %d", (int *)&there), 1);
    assert_int_equal(there, here);
}

TEST(while_another_holds_the_heap)
{
    assert_answered(0);
}

TEST(while_another_loads_a_library)
{
    assert_answered(1);
}

TEST(while_another_holds_the_peb)
{
    assert_answered(2);
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    if (argc > 1) return ask_first((ULONG_PTR)atoi(argv[1]));
    return finish(linkage_tests() + RUN_TESTS("first question", NULL, NULL));
}
