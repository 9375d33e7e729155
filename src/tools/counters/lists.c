/* SPDX-License-Identifier: MIT */
#include "tools/counters/lists.h"

#include <pdhmsg.h>
#include <stdlib.h>
#include <wchar.h>

enum { ROOM = 4096, MOST = 1 << 24 }; /* characters */

const WCHAR *list_next(const WCHAR *each)
{
    return each + wcslen(each) + 1;
}

static PDH_STATUS expand_wildcard(const WCHAR *path, DWORD flags, WCHAR *list, DWORD length)
{
    if (!path) return PdhEnumObjectsW(NULL, NULL, list, &length, PERF_DETAIL_WIZARD, FALSE);
    return PdhExpandWildCardPathW(NULL, path, list, &length, flags);
}

/* The list may grow between two calls, so the room for it is enlarged until the list fits. */
PDH_STATUS list_read(const WCHAR *path, DWORD flags, WCHAR **list)
{
    PDH_STATUS status = PDH_MORE_DATA;
    DWORD room;

    *list = NULL;
    for (room = ROOM; status == (PDH_STATUS)PDH_MORE_DATA && room <= MOST; room *= 4) {
        free(*list);
        if (!(*list = calloc(room, sizeof **list))) return PDH_MEMORY_ALLOCATION_FAILURE;
        status = expand_wildcard(path, flags, *list, room);
    }
    if (status == ERROR_SUCCESS) return status;
    free(*list);
    *list = NULL;
    return status;
}

/* Without the machine's name. */
static void add_path(struct text *text, const WCHAR *path)
{
    const WCHAR *object = path[0] == '\\' && path[1] == '\\' ? wcschr(path + 2, '\\') : path;

    if (!object) object = path;
    text_add_name(text, object, wcslen(object), TEXT_PLAIN);
    text_add(text, "\n");
}

static PDH_STATUS add_counters(struct text *text, const WCHAR *object, const WCHAR *instances, DWORD flags)
{
    WCHAR path[PDH_MAX_COUNTER_PATH], *list;
    const WCHAR *each;
    PDH_STATUS status;

    if (wcslen(object) + 8 > ARRAYSIZE(path)) return PDH_CSTATUS_NO_OBJECT;
    _snwprintf(path, ARRAYSIZE(path), L"\\%ls%ls\\*", object, instances);
    if ((status = list_read(path, flags, &list)) != ERROR_SUCCESS) return status;
    for (each = list; *each; each = list_next(each)) add_path(text, each);
    free(list);
    return ERROR_SUCCESS;
}

/* Some objects have no instances. */
PDH_STATUS list_add_object(struct text *text, const WCHAR *object, DWORD flags)
{
    if (add_counters(text, object, L"(*)", flags) == ERROR_SUCCESS) return ERROR_SUCCESS;
    return add_counters(text, object, L"", flags);
}

PDH_STATUS list_add_all(struct text *text)
{
    const WCHAR *each;
    WCHAR *list;
    const PDH_STATUS status = list_read(NULL, 0, &list);

    if (status != ERROR_SUCCESS) return status;
    for (each = list; *each; each = list_next(each)) list_add_object(text, each, PDH_NOEXPANDINSTANCES);
    free(list);
    return ERROR_SUCCESS;
}
