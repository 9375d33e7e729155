/* SPDX-License-Identifier: MIT */
#include "usage.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Heaps grow in pieces: up to 300 kB were seen, of processes and threads. 64 bytes a call are 640 kB of 10,000. Wine keeps
   a descriptor or a handle now and then. */
enum { MORE_KB = 512, MORE_HANDLES = 4, MORE_DESCRIPTORS = 4 };

/* The Linux side keeps up to 2,048 files of other threads open for a minute after the last query about the thread, with
   these numbers (schedstat_cache.c). */
enum { FIRST_CACHED = 1024, MOST_CACHED = 2048 };

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

/* Adds up the descriptors in two parts: those that have to stay as many, and the cached ones. */
static void count_descriptors(struct usage *usage)
{
    WIN32_FIND_DATAW found;
    WCHAR path[MAX_PATH];
    HANDLE search;

    path_of(L"fd\\*", path);
    assert_true((search = FindFirstFileW(path, &found)) != INVALID_HANDLE_VALUE);
    do ++*(wcstoul(found.cFileName, NULL, 10) < FIRST_CACHED ? &usage->descriptors : &usage->cached);
    while (FindNextFileW(search, &found));
    FindClose(search);
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
    *usage = (struct usage){ .handles = handles() };
    count_descriptors(usage);
    usage->memory_kb = memory_kb();
}

BOOL usage_is_flat(const struct usage *begin, const struct usage *end)
{
    printf("memory %lu to %lu kB, handles %lu to %lu, file descriptors %lu to %lu, and %lu to %lu in a cache\n",
           begin->memory_kb, end->memory_kb, begin->handles, end->handles, begin->descriptors, end->descriptors,
           begin->cached, end->cached);
    return end->memory_kb <= begin->memory_kb + MORE_KB && end->handles <= begin->handles + MORE_HANDLES
        && end->descriptors <= begin->descriptors + MORE_DESCRIPTORS && end->cached <= MOST_CACHED;
}
