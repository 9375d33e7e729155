/* SPDX-License-Identifier: MIT */
/*
 * forward VERSION DLL FUNCTION...: the DLL has this version, and each function's address in it is the one in cycletime.dll.
 * Returns 42 when all of that holds: a Wine that does not run a program may return 0.
 */
#include <stdio.h>
#include <windows.h>

static BOOL has_version(const WCHAR *path, const WCHAR *expected) {
    static BYTE information[4096];
    VS_FIXEDFILEINFO *fixed;
    UINT length;
    WCHAR version[64];

    if (!GetFileVersionInfoW(path, 0, sizeof information, information) ||
        !VerQueryValueW(information, L"\\", (void **)&fixed, &length))
        return FALSE;
    swprintf(version, ARRAYSIZE(version), L"%u.%u.%u", HIWORD(fixed->dwFileVersionMS), LOWORD(fixed->dwFileVersionMS),
             HIWORD(fixed->dwFileVersionLS));
    return wcscmp(version, expected) == 0;
}

int wmain(int count, WCHAR **argument) {
    WCHAR path[MAX_PATH], loaded[MAX_PATH];
    HMODULE forwarder, cycletime;
    int function, wrong = 0;

    if (count < 4)
        return 1;
    if (!GetFullPathNameW(argument[2], ARRAYSIZE(path), path, NULL) || !has_version(path, argument[1])) {
        printf("%ls: no version, or another than %ls\n", argument[2], argument[1]);
        return 2;
    }
    /* By its path, because a system that has the API set resolves the bare name to its own. */
    forwarder = LoadLibraryExW(path, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    cycletime = LoadLibraryW(L"cycletime.dll");
    if (!forwarder || !cycletime || !GetModuleFileNameW(forwarder, loaded, ARRAYSIZE(loaded)) || wcsicmp(loaded, path)) {
        printf("%ls: not loaded, error %lu\n", path, GetLastError());
        return 3;
    }
    for (function = 3; function < count; function++) {
        char name[100];
        FARPROC address;

        snprintf(name, sizeof name, "%ls", argument[function]);
        address = GetProcAddress(forwarder, name);
        if (!address || address != GetProcAddress(cycletime, name)) {
            printf("%ls: %s does not lead to cycletime.dll\n", path, name);
            wrong++;
        }
    }
    return wrong ? 4 : 42;
}
