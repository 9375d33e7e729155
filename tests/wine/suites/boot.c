/* SPDX-License-Identifier: MIT */
/* With the unixlib: what is found out once for each boot is used by the next program, and nonsense there is found out to
   be that. */
#include "cycletime.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 144, RATE_AT = 120 };

static ULONG64 own_rate(void)
{
    ULONG64 cycles, rate;

    assert_true(QueryThreadCycleTime(GetCurrentThread(), &cycles));
    assert_true(CycletimeQueryFrequency(&rate));
    return rate;
}

/* Returns the rate in a program that begins now. */
static ULONG64 others_rate(void)
{
    struct program program;
    char line[64];

    program_start_self(&program, L"rate");
    program_read_line(&program, line, sizeof line);
    program_end_and_close(&program);
    return strtoull(line, NULL, 10);
}

static HANDLE open_file(const WCHAR *path, DWORD access)
{
    return CreateFileW(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
}

static BOOL read_file(const WCHAR *path, BYTE bytes[KEPT])
{
    HANDLE file = open_file(path, GENERIC_READ);
    DWORD got = 0;

    if (file == INVALID_HANDLE_VALUE) return FALSE;
    ReadFile(file, bytes, KEPT, &got, NULL);
    CloseHandle(file);
    return got == KEPT;
}

static void write_file(const WCHAR *path, const BYTE bytes[KEPT])
{
    HANDLE file;
    DWORD done = 0;

    while ((file = open_file(path, GENERIC_WRITE)) == INVALID_HANDLE_VALUE) Sleep(1);
    assert_true(WriteFile(file, bytes, KEPT, &done, NULL));
    CloseHandle(file);
}

static ULONG64 rate_in(const BYTE bytes[KEPT])
{
    ULONG64 rate;

    memcpy(&rate, bytes + RATE_AT, sizeof rate);
    return rate;
}

/* Each user has a folder. The file of this user is the one that has the rate of this process. */
static BOOL find_file(WCHAR path[MAX_PATH], BYTE bytes[KEPT])
{
    const ULONG64 rate = own_rate();
    WIN32_FIND_DATAW found;
    BOOL done = FALSE;
    HANDLE search = FindFirstFileW(L"Z:\\dev\\shm\\cycletime-*", &found);

    if (search == INVALID_HANDLE_VALUE) return FALSE;
    do {
        _snwprintf(path, MAX_PATH, L"Z:\\dev\\shm\\%ls\\cycletime-boot-%ls", found.cFileName,
                   found.cFileName + wcslen(L"cycletime-"));
        done = read_file(path, bytes) && rate_in(bytes) == rate;
    } while (!done && FindNextFileW(search, &found));
    FindClose(search);
    return done;
}

/* Measured anew it would hardly be the same to the last tick. Another test may have it found out anew meanwhile. */
TEST(what_is_kept_is_used)
{
    BYTE before[KEPT], after[KEPT];
    WCHAR path[MAX_PATH];
    int same = 0, i;
    ULONG64 rate;

    if (!find_file(path, before)) SKIP_BECAUSE("what is found out is not kept in /dev/shm here");
    for (i = 0; i < 10 && same < 5; i++) {
        while (!read_file(path, before)) Sleep(1);
        rate = others_rate();
        if (!read_file(path, after) || memcmp(before, after, KEPT)) continue;
        assert_int_equal(rate, rate_in(before));
        same++;
    }
    assert_int_equal(same, 5);
}

/* Others may find it out meanwhile, and keep it: the file is another one then. */
TEST(nonsense_is_found_out_and_replaced)
{
    const ULONG64 rate = own_rate();
    BYTE bytes[KEPT], nonsense[KEPT];
    WCHAR path[MAX_PATH];
    ULONG64 others;
    int i;

    if (!find_file(path, bytes)) SKIP_BECAUSE("what is found out is not kept in /dev/shm here");
    for (i = 0; i < 3; i++) {
        memset(nonsense, 0x5a + i, sizeof nonsense);
        write_file(path, nonsense);
        others = others_rate();
        assert_in_range(others, rate - rate / 2000, rate + rate / 2000);
        while (!read_file(path, bytes)) Sleep(1);
        assert_memory_not_equal(bytes, nonsense, KEPT);
        assert_in_range(rate_in(bytes), rate - rate / 2000, rate + rate / 2000);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "rate")) return printf("%llu\n", own_rate()) < 0;
    return finish(run_all_tests());
}
