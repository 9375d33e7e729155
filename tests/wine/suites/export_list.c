/* SPDX-License-Identifier: MIT */
/* The export list, the header and what was built from them agree. */
#include "declarations.h"
#include "export_list_text.h"
#include "pe.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct export_list_line export_list[EXPORT_LIST_LINES];
static size_t export_list_count;
static HMODULE cycletime;

static int set_up(void **state)
{
    (void)state;
    export_list_count = export_list_read(export_list);
    cycletime = LoadLibraryW(beside(L"cycletime.dll"));
    return !cycletime || export_list_count < 5;
}

static BOOL in_export_list(const char *name)
{
    size_t i;

    for (i = 0; i < export_list_count; i++)
        if (!strcmp(export_list[i].name, name)) return TRUE;
    return FALSE;
}

/* Prints what is wrong, so that all of it is seen at once. */
static size_t wrong(const char *name, const char *what)
{
    print_error("%s %s\n", name, what);
    return 1;
}

TEST(the_dll_exports_every_name_of_the_export_list)
{
    size_t i, wrongs = 0;

    for (i = 0; i < export_list_count; i++)
        if (!GetProcAddress(cycletime, export_list[i].name)) wrongs += wrong(export_list[i].name, "is not exported");
    assert_int_equal(wrongs, 0);
}

TEST(the_dll_exports_no_other_name_and_nothing_without_one)
{
    struct pe_exports exports = pe_read_exports(cycletime);
    size_t i, wrongs = 0;

    for (i = 0; i < exports.name_count; i++)
        if (!in_export_list(exports.names[i])) wrongs += wrong(exports.names[i], "is exported, and not in the export_list");
    assert_int_equal(wrongs, 0);
    assert_int_equal(exports.name_count, export_list_count);
    assert_int_equal(exports.count, export_list_count);
}

TEST(the_header_declares_every_name_of_the_export_list)
{
    size_t i, wrongs = 0;

    for (i = 0; i < export_list_count; i++)
        if (!header_declares(export_list[i].name)) wrongs += wrong(export_list[i].name, "is not in cycletime.h");
    assert_int_equal(wrongs, 0);
}

static void assert_declares_the_export_list(const struct declaration *list, size_t count)
{
    size_t i, wrongs = 0;

    for (i = 0; i < count; i++) {
        if (!in_export_list(list[i].name)) wrongs += wrong(list[i].name, "is declared, and not in the export_list");
        else if (list[i].address != GetProcAddress(cycletime, list[i].name)
                 && memcmp(list[i].address, "\xff\x25", 2)) wrongs += wrong(list[i].name, "does not link to the DLL");
    }
    assert_int_equal(wrongs, 0);
    assert_int_equal(count, export_list_count);
}

TEST(every_name_of_the_export_list_is_declared_for_windows_10)
{
    struct declaration list[DECLARATIONS];

    assert_declares_the_export_list(list, declarations_for_10(list));
}

TEST(every_name_of_the_export_list_is_declared_for_windows_xp)
{
    struct declaration list[DECLARATIONS];

    assert_declares_the_export_list(list, declarations_for_xp(list));
}

/* The DLL imports from these; XP SP3 exports all of them. */
static const char *const in_xp_kernel32[] = {
    "CloseHandle", "CreateEventW", "CreateFileMappingW", "CreateFileW", "CreateThread", "EnterCriticalSection",
    "FileTimeToLocalFileTime", "FileTimeToSystemTime", "FlushInstructionCache", "GetComputerNameW", "GetCurrentProcess",
    "GetCurrentProcessId", "GetCurrentThreadId",
    "GetExitCodeProcess", "GetFileAttributesW", "GetFileType", "GetLastError", "GetModuleFileNameW", "GetModuleHandleExW",
    "GetModuleHandleA", "GetModuleHandleW", "GetProcAddress", "GetProcessHeap", "GetStdHandle", "GetSystemDirectoryW",
    "GetSystemTimeAsFileTime", "GlobalMemoryStatusEx",
    "HeapAlloc", "HeapFree", "HeapReAlloc", "InitializeCriticalSection", "IsBadReadPtr", "IsBadWritePtr",
    "IsWow64Process", "LeaveCriticalSection", "MapViewOfFile", "MultiByteToWideChar",
    "OpenProcess", "ResumeThread", "SetEvent", "SetLastError", "Sleep", "TerminateProcess",
    "TlsAlloc", "TlsFree", "TlsSetValue", "UnmapViewOfFile", "VirtualAlloc", "VirtualAllocEx",
    "VirtualFree", "VirtualFreeEx", "VirtualProtect", "VirtualProtectEx", "VirtualQuery", "WaitForSingleObject",
    "WideCharToMultiByte", "WriteFile", "WriteProcessMemory",
};
static const char *const in_xp_ntdll[] = {
    "_snprintf", "_snwprintf", "memcmp", "memcpy", "memmove", "memset", "strcmp", "strlen", "wcslen", "wcsrchr",
};

static BOOL in_list(const char *const *list, size_t count, const char *name)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (name && !strcmp(list[i], name)) return TRUE;
    return FALSE;
}

struct imports {
    size_t count, wrongs;
};

static void check_import(void *context, const char *from, const char *name, PVOID *slot)
{
    struct imports *imports = context;

    (void)slot;
    imports->count++;
    if (!_stricmp(from, "kernel32.dll") && in_list(in_xp_kernel32, ARRAYSIZE(in_xp_kernel32), name)) return;
    if (!_stricmp(from, "ntdll.dll") && in_list(in_xp_ntdll, ARRAYSIZE(in_xp_ntdll), name)) return;
    imports->wrongs += wrong(name ? name : "?", "is imported, and not known to be in Windows XP's kernel32 or ntdll");
}

TEST(the_dll_imports_what_windows_xp_has_and_no_c_runtime)
{
    struct imports imports = { 0, 0 };

    pe_visit_imports(cycletime, check_import, &imports);
    assert_true(imports.count > 5);
    assert_int_equal(imports.wrongs, 0);
}

static void assert_version(const WCHAR *path)
{
    DWORD size = GetFileVersionInfoSizeW(path, NULL);
    BYTE *block = malloc(size);
    VS_FIXEDFILEINFO *fixed;
    char version[64];
    char *text;
    UINT length;

    assert_true(size && GetFileVersionInfoW(path, 0, size, block));
    assert_true(VerQueryValueW(block, L"\\", (void **)&fixed, &length));
    snprintf(version, sizeof version, "%u.%u.%u", HIWORD(fixed->dwFileVersionMS), LOWORD(fixed->dwFileVersionMS),
             HIWORD(fixed->dwFileVersionLS));
    assert_string_equal(version, VERSION);
    assert_int_equal(fixed->dwProductVersionMS, fixed->dwFileVersionMS);
    assert_int_equal(fixed->dwProductVersionLS, fixed->dwFileVersionLS);
    assert_true(VerQueryValueA(block, "\\StringFileInfo\\040904B0\\ProductVersion", (void **)&text, &length));
    assert_string_equal(text, VERSION);
    free(block);
}

TEST(the_dll_carries_the_projects_version)
{
    assert_version(beside(L"cycletime.dll"));
}

ALL_BETWEEN(set_up, NULL)
