/* SPDX-License-Identifier: MIT */
/*
 * Reports whether cycletime.dll is among its modules, and which of them lie in the current directory or below, one
 * "taken NAME" a line.
 *
 *   taken           as it was started
 *   taken LIBRARY   loads that cycletime.dll before, and reports the state of its unixlib first: "state N"
 */
#include <stdio.h>
#include <string.h>
#include <windows.h>
#include <psapi.h>

static void report_state(const char *path)
{
    HMODULE library = LoadLibraryA(path);
    BOOL (WINAPI *query)(int *) = library ? (void *)GetProcAddress(library, "CycletimeQueryUnixlibState") : NULL;
    int state = -1;

    if (query) query(&state);
    printf("state %d\n", state);
}

int main(int argc, char **argv)
{
    char directory[MAX_PATH], path[MAX_PATH];
    HMODULE modules[256];
    DWORD size = 0, i;

    if (argc > 1) report_state(argv[1]);
    GetCurrentDirectoryA(MAX_PATH, directory);
    if (!K32EnumProcessModules(GetCurrentProcess(), modules, sizeof modules, &size)) return 1;
    for (i = 0; i < size / sizeof *modules; i++)
        if (GetModuleFileNameA(modules[i], path, MAX_PATH) && !_strnicmp(path, directory, strlen(directory)))
            printf("taken %s\n", strrchr(path, '\\') + 1);
    if (GetModuleHandleA("cycletime.dll")) printf("has cycletime.dll\n");
    printf("reported\n");
    return 0;
}
