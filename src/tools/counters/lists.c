/* SPDX-License-Identifier: MIT */
/* The lists of paths that pdh.dll returns, and the counters of one query as columns of a table. */
#include "tools/counters/lists.h"

#include <pdhmsg.h>
#include <stdlib.h>
#include <wchar.h>

enum { ROOM = 4096, MOST = 1 << 24 }; /* characters */

/* Lists all paths that PATH, with a *, matches now; for NULL all objects. The list may grow between two calls, so the
   room for it is enlarged until the list fits. */
static PDH_STATUS list_read(const WCHAR *path, DWORD flags, WCHAR **list)
{
    PDH_STATUS status = PDH_MORE_DATA;
    DWORD room, length;

    *list = NULL;
    for (room = ROOM; status == (PDH_STATUS)PDH_MORE_DATA && room <= MOST; room *= 4) {
        free(*list);
        *list = calloc(room, sizeof **list);
        if (!*list) return PDH_MEMORY_ALLOCATION_FAILURE;
        length = room;
        if (path) status = PdhExpandWildCardPathW(NULL, path, *list, &length, flags);
        else status = PdhEnumObjectsW(NULL, NULL, *list, &length, PERF_DETAIL_WIZARD, FALSE);
    }
    if (status == ERROR_SUCCESS) return status;
    free(*list);
    *list = NULL;
    return status;
}

/* Some objects have no instances. The lines lack the machine's name. */
PDH_STATUS list_add_object(struct text *text, const WCHAR *object, DWORD flags)
{
    WCHAR path[PDH_MAX_COUNTER_PATH], *list;
    const WCHAR *each, *line;
    PDH_STATUS status;

    if (wcslen(object) + 8 > ARRAYSIZE(path)) return PDH_CSTATUS_NO_OBJECT;
    _snwprintf(path, ARRAYSIZE(path), L"\\%ls(*)\\*", object);
    status = list_read(path, flags, &list);
    if (status != ERROR_SUCCESS) {
        _snwprintf(path, ARRAYSIZE(path), L"\\%ls\\*", object);
        status = list_read(path, flags, &list);
    }
    if (status != ERROR_SUCCESS) return status;
    for (each = list; *each; each += wcslen(each) + 1) {
        line = each[0] == '\\' && each[1] == '\\' ? wcschr(each + 2, '\\') : each;
        if (!line) line = each;
        text_add_name(text, line, wcslen(line), TEXT_PLAIN);
        text_add(text, "\n");
    }
    free(list);
    return ERROR_SUCCESS;
}

PDH_STATUS list_add_all(struct text *text)
{
    const WCHAR *each;
    WCHAR *list;
    const PDH_STATUS status = list_read(NULL, 0, &list);

    if (status != ERROR_SUCCESS) return status;
    for (each = list; *each; each += wcslen(each) + 1) list_add_object(text, each, PDH_NOEXPANDINSTANCES);
    free(list);
    return ERROR_SUCCESS;
}

/* The machine stands in every path, as in typeperf's. */
static PDH_STATUS add_one(struct columns *columns, const WCHAR *path)
{
    const size_t room = columns->count < columns->room ? columns->room : 2 * columns->room + 16;
    struct column *const larger = realloc(columns->list, room * sizeof *larger), *column;
    WCHAR machine[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD length = ARRAYSIZE(machine);
    PDH_STATUS status;

    if (!larger) return PDH_MEMORY_ALLOCATION_FAILURE;
    columns->list = larger;
    columns->room = room;
    column = &larger[columns->count];
    status = PdhAddCounterW(columns->query, path, 0, &column->counter);
    if (status != ERROR_SUCCESS) return status;
    if (path[1] == '\\' || !GetComputerNameW(machine, &length)) machine[0] = 0;
    _snwprintf(column->path, ARRAYSIZE(column->path) - 1, L"%ls%ls%ls", *machine ? L"\\\\" : L"", machine, path);
    column->path[ARRAYSIZE(column->path) - 1] = 0;
    columns->count++;
    return ERROR_SUCCESS;
}

PDH_STATUS columns_add(struct columns *columns, const WCHAR *path)
{
    WCHAR whole[PDH_MAX_COUNTER_PATH], *list;
    const WCHAR *each;
    PDH_STATUS status;

    if (wcslen(path) + 2 > ARRAYSIZE(whole)) return PDH_CSTATUS_BAD_COUNTERNAME;
    whole[0] = '\\';
    wcscpy(whole + (path[0] != '\\'), path);
    if (!wcschr(whole, '*')) return add_one(columns, whole);
    status = list_read(whole, 0, &list);
    if (status != ERROR_SUCCESS) return status;
    if (!*list) status = PDH_CSTATUS_NO_INSTANCE;
    for (each = list; *each && status == ERROR_SUCCESS; each += wcslen(each) + 1) status = add_one(columns, each);
    free(list);
    return status;
}

void columns_add_header(const struct columns *columns, struct text *text)
{
    size_t i;

    text_add(text, "\"(PDH-CSV 4.0)\"");
    for (i = 0; i < columns->count; i++) {
        text_add(text, ",\"");
        text_add_name(text, columns->list[i].path, wcslen(columns->list[i].path), TEXT_CSV);
        text_add(text, "\"");
    }
    text_add(text, "\n");
}

/* A percentage may be more than 100: a process may use several processors. */
void columns_add_row(const struct columns *columns, struct text *text)
{
    const DWORD format = PDH_FMT_DOUBLE | PDH_FMT_NOCAP100;
    PDH_FMT_COUNTERVALUE value;
    SYSTEMTIME now;
    size_t i;

    GetLocalTime(&now);
    text_add(text, "\"%02u/%02u/%04u %02u:%02u:%02u.%03u\"", now.wMonth, now.wDay, now.wYear, now.wHour, now.wMinute,
             now.wSecond, now.wMilliseconds);
    for (i = 0; i < columns->count; i++) {
        if (PdhGetFormattedCounterValue(columns->list[i].counter, format, NULL, &value) == ERROR_SUCCESS)
            text_add(text, ",\"%.6f\"", value.doubleValue);
        else text_add(text, ",\" \"");
    }
    text_add(text, "\n");
}
