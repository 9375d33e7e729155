/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static WCHAR *dos_path_of_unix_path(const WCHAR *name)
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

/* Not SearchPath's own order, in which the launcher's directory comes first. */
static WCHAR *search_order(void)
{
    DWORD size = GetEnvironmentVariableW(L"PATH", NULL, 0) + 2 * MAX_PATH + 8, length;
    WCHAR *order = malloc(size * sizeof *order);

    if (!order) return NULL;
    length = _snwprintf(order, size, L".;");
    length += GetSystemDirectoryW(order + length, MAX_PATH);
    order[length++] = L';';
    length += GetWindowsDirectoryW(order + length, MAX_PATH);
    order[length++] = L';';
    order[length] = 0;
    GetEnvironmentVariableW(L"PATH", order + length, size - length);
    return order;
}

static WCHAR *search(const WCHAR *order, const WCHAR *name)
{
    DWORD size = SearchPathW(order, name, L".exe", 0, NULL, NULL);
    WCHAR *path = size ? malloc(size * sizeof *path) : NULL;

    if (path && !SearchPathW(order, name, L".exe", size, path, NULL)) *path = 0;
    return path;
}

WCHAR *program_find(const WCHAR *name)
{
    WCHAR *order, *path;

    if (name[0] == L'/' && (path = dos_path_of_unix_path(name))) {
        if (GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES) return path;
        free(path);
    }
    order = search_order();
    path = order ? search(order, name) : NULL;
    free(order);
    return path;
}

DWORD program_machine(const WCHAR *path, WORD *machine)
{
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    IMAGE_DOS_HEADER dos;
    struct {
        DWORD signature;
        IMAGE_FILE_HEADER file;
    } nt;
    DWORD got, error = ERROR_BAD_EXE_FORMAT;

    if (file == INVALID_HANDLE_VALUE) return GetLastError();
    if (ReadFile(file, &dos, sizeof dos, &got, NULL) && got == sizeof dos && dos.e_magic == IMAGE_DOS_SIGNATURE
        && SetFilePointer(file, dos.e_lfanew, NULL, FILE_BEGIN) != INVALID_SET_FILE_POINTER
        && ReadFile(file, &nt, sizeof nt, &got, NULL) && got == sizeof nt && nt.signature == IMAGE_NT_SIGNATURE) {
        *machine = nt.file.Machine;
        error = ERROR_SUCCESS;
    }
    CloseHandle(file);
    return error;
}
