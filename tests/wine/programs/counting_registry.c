/* SPDX-License-Identifier: MIT */
/* Counts by the registry's performance data, in the sequence of .NET's PerformanceCounter: a list of names, all objects,
   then samples of one of them. It loads advapi32.dll late and fetches RegQueryValueExW. */
#include "counting.h"
#include "performance_data.h"

static LSTATUS (WINAPI *query)(HKEY, LPCWSTR, LPDWORD, LPDWORD, LPBYTE, LPDWORD);

/* Reads a list of strings as .NET's RegistryKey.GetValue does; returns NULL on failure. */
static WCHAR *get_strings(const WCHAR *name, DWORD *length)
{
    DWORD type = 0, size = 0;
    WCHAR *strings;

    if (query(HKEY_PERFORMANCE_DATA, name, NULL, &type, NULL, &size) || type != REG_MULTI_SZ || size % 2) return NULL;
    strings = malloc(size);
    if (query(HKEY_PERFORMANCE_DATA, name, NULL, &type, (BYTE *)strings, &size)) return NULL;
    *length = size / 2;
    return strings;
}

/* Reads data as .NET's PerformanceDataRegistryKey.GetValue does. */
static struct bytes get_data(const WCHAR *name)
{
    DWORD room = 65000, size = room, type = 0;
    BYTE *data = malloc(room);
    LSTATUS status;

    while ((status = query(HKEY_PERFORMANCE_DATA, name, NULL, &type, data, &size)) == ERROR_MORE_DATA && room < 0x4000000) {
        free(data);
        room *= 2;
        data = malloc(room);
        size = room;
    }
    return status || type != REG_BINARY ? (struct bytes){ NULL, 0 } : (struct bytes){ data, size };
}

/* 0: it is not there. */
static ULONG index_of(const WCHAR *names, DWORD length, const WCHAR *name)
{
    const WCHAR *at = names, *text;

    for (; at < names + length && *at; at = text + wcslen(text) + 1) {
        text = at + wcslen(at) + 1;
        if (!wcscmp(text, name)) return wcstoul(at, NULL, 10);
    }
    return 0;
}

struct figures {
    unsigned count; /* the processors and all of them together */
    ULONG64 idle[COUNTING_MOST + 1], time;
};

static int read_figures(ULONG object_index, ULONG counter_index, struct figures *figures)
{
    struct bytes data, object;
    PERF_DATA_BLOCK header;
    WCHAR item[16];

    swprintf(item, 16, L"%lu", object_index);
    data = get_data(item);
    if (performance_flaw(data) || !performance_header(data, &header)) return 1;
    if (!performance_object(data, object_index, &object)) return 1;
    figures->time = (ULONG64)header.PerfTime100nSec.QuadPart;
    for (figures->count = 0; figures->count <= COUNTING_MOST; figures->count++)
        if (!performance_value(object, figures->count, counter_index, FALSE, &figures->idle[figures->count])) break;
    free((void *)data.at);
    return 0;
}

struct sample {
    struct counting_sample moments;
    struct figures figures;
};

static int take(ULONG object, ULONG counter, struct sample *sample)
{
    int failed;

    counting_read(&sample->moments.before);
    failed = read_figures(object, counter, &sample->figures);
    counting_read(&sample->moments.after);
    return failed;
}

static double percent(const struct figures *first, const struct figures *last, unsigned i)
{
    return 100 * (1 - (double)(last->idle[i] - first->idle[i]) / (double)(last->time - first->time));
}

static int run(const WCHAR *names, DWORD length)
{
    static struct sample first, last;
    const ULONG object = index_of(names, length, L"Processor"), counter = index_of(names, length, L"% Processor Time");
    struct bytes all = get_data(L"Global"), found;
    char name[64];
    unsigned i;

    if (performance_flaw(all) || !performance_object(all, object, &found)) return 1;
    if (take(object, counter, &first)) return 1;
    spin(COUNTING_SPINS);
    Sleep(500);
    if (take(object, counter, &last) || first.figures.count != last.figures.count) return 1;
    if (last.figures.count != last.moments.after.processors + 1) return 1;
    for (i = 0; i < last.figures.count; i++) {
        snprintf(name, sizeof name, i + 1 < last.figures.count ? "processor-%u" : "all", i);
        counting_say(name, i, percent(&first.figures, &last.figures, i), &first.moments, &last.moments);
    }
    printf("ended\n");
    fflush(stdout);
    return 0;
}

int main(void)
{
    DWORD length = 0;
    WCHAR *names;

    query = (void *)GetProcAddress(LoadLibraryA("advapi32.dll"), "RegQueryValueExW");
    names = query ? get_strings(L"Counter 009", &length) : NULL;
    if (names && !run(names, length)) return 0;
    printf("failed\n");
    return 1;
}
