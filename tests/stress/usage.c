/* SPDX-License-Identifier: MIT */
#include "usage.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Heaps grow in pieces: up to 300 kB were seen, of processes and threads. 64 bytes a call are 640 kB of 10,000. Wine keeps
   a descriptor or a handle now and then. */
enum { MORE_KB = 512, MORE_HANDLES = 4, MORE_DESCRIPTORS = 4 };

static void path_of(const WCHAR *name, WCHAR path[MAX_PATH])
{
    WCHAR process[32] = L"";

    assert_in_range(GetEnvironmentVariableW(L"CYCLETIME_STRESS_PID", process, 32), 1, 31);
    _snwprintf(path, MAX_PATH, L"\\\\?\\unix\\proc\\%ls\\%ls", process, name);
}

static ULONG memory_kb(void)
{
    static const char label[] = "RssAnon:";
    WCHAR path[MAX_PATH];
    char text[8192];
    const char *at;
    DWORD got = 0;
    HANDLE file;

    path_of(L"status", path);
    file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    assert_true(file != INVALID_HANDLE_VALUE);
    assert_true(ReadFile(file, text, sizeof text - 1, &got, NULL));
    CloseHandle(file);
    text[got] = 0;
    assert_non_null(at = strstr(text, label));
    return strtoul(at + strlen(label), NULL, 10);
}

static ULONG descriptors(void)
{
    WIN32_FIND_DATAW found;
    WCHAR path[MAX_PATH];
    ULONG count = 0;
    HANDLE search;

    path_of(L"fd\\*", path);
    assert_true((search = FindFirstFileW(path, &found)) != INVALID_HANDLE_VALUE);
    do count++;
    while (FindNextFileW(search, &found));
    FindClose(search);
    return count;
}

/* Wine reports the size of the table only. */
static ULONG handles(void)
{
    enum { STEP_OF_NUMBERS = 4, LAST_NUMBER = 0x2000 };
    ULONG_PTR number;
    ULONG count = 0;
    DWORD flags;

    for (number = STEP_OF_NUMBERS; number <= LAST_NUMBER; number += STEP_OF_NUMBERS)
        count += GetHandleInformation((HANDLE)number, &flags) != FALSE;
    return count;
}

void usage_read(struct usage *usage)
{
    *usage = (struct usage){ 0, handles(), descriptors() };
    usage->memory_kb = memory_kb();
}

BOOL usage_is_flat(const struct usage *begin, const struct usage *end)
{
    printf("memory %lu to %lu kB, handles %lu to %lu, file descriptors %lu to %lu\n", begin->memory_kb, end->memory_kb,
           begin->handles, end->handles, begin->descriptors, end->descriptors);
    return end->memory_kb <= begin->memory_kb + MORE_KB && end->handles <= begin->handles + MORE_HANDLES
        && end->descriptors <= begin->descriptors + MORE_DESCRIPTORS;
}
