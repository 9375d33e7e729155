/* SPDX-License-Identifier: MIT */
#include "tools/counters/columns.h"
#include "tools/counters/lists.h"

#include <pdhmsg.h>
#include <stdlib.h>
#include <wchar.h>

static struct column *make_room(struct columns *columns)
{
    const size_t room = columns->count < columns->room ? columns->room : 2 * columns->room + 16;
    struct column *larger = realloc(columns->list, room * sizeof *larger);

    if (!larger) return NULL;
    columns->list = larger;
    columns->room = room;
    return &larger[columns->count];
}

/* The machine stands in every path, as in typeperf's. */
static void name_column(struct column *column, const WCHAR *path)
{
    WCHAR machine[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD length = ARRAYSIZE(machine);

    if (path[1] == '\\' || !GetComputerNameW(machine, &length)) machine[0] = 0;
    _snwprintf(column->path, ARRAYSIZE(column->path) - 1, L"%ls%ls%ls", *machine ? L"\\\\" : L"", machine, path);
    column->path[ARRAYSIZE(column->path) - 1] = 0;
}

static PDH_STATUS add_one(struct columns *columns, const WCHAR *path)
{
    struct column *const column = make_room(columns);
    PDH_STATUS status;

    if (!column) return PDH_MEMORY_ALLOCATION_FAILURE;
    status = PdhAddCounterW(columns->query, path, 0, &column->counter);
    if (status != ERROR_SUCCESS) return status;
    name_column(column, path);
    columns->count++;
    return ERROR_SUCCESS;
}

static PDH_STATUS add_expanded(struct columns *columns, const WCHAR *path)
{
    WCHAR *list;
    const WCHAR *each;
    PDH_STATUS status = list_read(path, 0, &list);

    if (status != ERROR_SUCCESS) return status;
    if (!*list) status = PDH_CSTATUS_NO_INSTANCE;
    for (each = list; *each && status == ERROR_SUCCESS; each = list_next(each)) status = add_one(columns, each);
    free(list);
    return status;
}

PDH_STATUS columns_add(struct columns *columns, const WCHAR *path)
{
    WCHAR whole[PDH_MAX_COUNTER_PATH];

    if (wcslen(path) + 2 > ARRAYSIZE(whole)) return PDH_CSTATUS_BAD_COUNTERNAME;
    whole[0] = '\\';
    wcscpy(whole + (path[0] != '\\'), path);
    return wcschr(whole, '*') ? add_expanded(columns, whole) : add_one(columns, whole);
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

/* A process may use several processors. */
static void add_value(const struct column *column, struct text *text)
{
    PDH_FMT_COUNTERVALUE value;

    if (PdhGetFormattedCounterValue(column->counter, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, NULL, &value) == ERROR_SUCCESS)
        text_add(text, ",\"%.6f\"", value.doubleValue);
    else text_add(text, ",\" \"");
}

void columns_add_row(const struct columns *columns, struct text *text)
{
    SYSTEMTIME now;
    size_t i;

    GetLocalTime(&now);
    text_add(text, "\"%02u/%02u/%04u %02u:%02u:%02u.%03u\"", now.wMonth, now.wDay, now.wYear, now.wHour, now.wMinute,
             now.wSecond, now.wMilliseconds);
    for (i = 0; i < columns->count; i++) add_value(&columns->list[i], text);
    text_add(text, "\n");
}

void columns_close(struct columns *columns)
{
    PdhCloseQuery(columns->query);
    free(columns->list);
}
