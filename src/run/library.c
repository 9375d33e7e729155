/* SPDX-License-Identifier: MIT */
#include "library.h"

#include <wchar.h>

BOOL library_path(WCHAR path[MAX_PATH])
{
    static const WCHAR name[] = L"cycletime.dll";
    DWORD length = GetModuleFileNameW(NULL, path, MAX_PATH);
    WCHAR *slash = length && length < MAX_PATH ? wcsrchr(path, L'\\') : NULL;

    if (!slash || slash + 1 + ARRAYSIZE(name) > path + MAX_PATH) return FALSE;
    wmemcpy(slash + 1, name, ARRAYSIZE(name));
    return GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
}
