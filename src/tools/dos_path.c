/* SPDX-License-Identifier: MIT */
#include "dos_path.h"

#include <stdlib.h>
#include <wchar.h>

WCHAR *dos_path_of_unix_path(const WCHAR *name)
{
    WCHAR *(CDECL *wine_get_dos_file_name)(LPCSTR) =
        (PVOID)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "wine_get_dos_file_name");
    int size = WideCharToMultiByte(CP_UTF8, 0, name, -1, NULL, 0, NULL, NULL);
    char *bytes = malloc(size);
    WCHAR *found, *path = NULL;

    if (bytes && wine_get_dos_file_name && WideCharToMultiByte(CP_UTF8, 0, name, -1, bytes, size, NULL, NULL)) {
        found = wine_get_dos_file_name(bytes);
        path = found ? _wcsdup(found) : NULL;
        HeapFree(GetProcessHeap(), 0, found);
    }
    free(bytes);
    return path;
}
