/* SPDX-License-Identifier: MIT */
#include "child_helper.h"

#include <stdio.h>

enum { PATIENCE_MS = 20000 };

/* .../x86_64-windows/cycletime.dll to .../i386-windows/cycletime-run.exe, or the other way round. */
static DWORD helper_path(const WCHAR *library, WCHAR path[MAX_PATH])
{
    const WCHAR *slash = wcsrchr(library, '\\'), *parent = slash;
    int length;

    while (parent && parent > library && parent[-1] != '\\') parent--;
    if (!parent || parent == library) return ERROR_FILE_NOT_FOUND;
    length = _snwprintf(path, MAX_PATH, L"%.*ls" CYCLETIME_OTHER_DIRECTORY L"\\cycletime-run.exe", (int)(parent - library),
                        library);
    if (length < 0 || length >= MAX_PATH) return ERROR_FILENAME_EXCED_RANGE;
    return GetFileAttributesW(path) == INVALID_FILE_ATTRIBUTES ? ERROR_FILE_NOT_FOUND : ERROR_SUCCESS;
}

static DWORD wait_for(HANDLE helper)
{
    DWORD code;

    if (WaitForSingleObject(helper, PATIENCE_MS)) {
        TerminateProcess(helper, ERROR_TIMEOUT);
        return ERROR_TIMEOUT;
    }
    if (!GetExitCodeProcess(helper, &code)) return GetLastError();
    return code & CHILD_HELPER_ANSWERED ? code & ~(DWORD)CHILD_HELPER_ANSWERED : ERROR_EXE_MACHINE_TYPE_MISMATCH;
}

/* No console: it has nothing to say, and a program with windows would get one for it. Outside the program's job, if that
   lets it: it is none of what the job is to count. */
static BOOL start(create_process_w create, const WCHAR *path, WCHAR *line, PROCESS_INFORMATION *helper)
{
    const DWORD flags = DETACHED_PROCESS;
    STARTUPINFOW startup = { .cb = sizeof startup };

    return create(path, line, NULL, NULL, FALSE, flags | CREATE_BREAKAWAY_FROM_JOB, NULL, NULL, &startup, helper)
           || create(path, line, NULL, NULL, FALSE, flags, NULL, NULL, &startup, helper);
}

/* In the new WoW64 what the helper queues is an address in wow64.dll, which the child loads when it is resumed. Wine
   chooses a DLL's place when nobody has it mapped, and chooses anew when the last one is gone: the helper, before the child
   has begun. So a 64-bit parent keeps it mapped from before the helper until its own end; a 32-bit one has it, and sees no
   such file. On Windows the place is the same in all processes. */
static void keep_place_of_wow64(void)
{
    static const WCHAR name[] = L"\\wow64.dll";
    static PVOID volatile kept;
    WCHAR path[MAX_PATH];
    UINT length = GetSystemDirectoryW(path, MAX_PATH);
    HANDLE file, section;
    PVOID view;

    if (kept || !length || length + ARRAYSIZE(name) > MAX_PATH) return;
    memcpy(path + length, name, sizeof name);
    file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return;
    section = CreateFileMappingW(file, NULL, PAGE_READONLY | SEC_IMAGE, 0, 0, NULL);
    CloseHandle(file);
    if (!section) return;
    view = MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    CloseHandle(section);
    if (view && InterlockedCompareExchangePointer(&kept, view, NULL)) UnmapViewOfFile(view);
}

DWORD child_helper_run(const PROCESS_INFORMATION *child, const WCHAR *library, ULONG flags, create_process_w create)
{
    WCHAR path[MAX_PATH], line[MAX_PATH + 64];
    PROCESS_INFORMATION helper;
    DWORD error = helper_path(library, path);

    if (error) return error;
    _snwprintf(line, ARRAYSIZE(line), L"\"%ls\" " CHILD_HELPER_OPTION L" %lu %lu %lu", path, child->dwProcessId,
               child->dwThreadId, flags);
    keep_place_of_wow64();
    if (!start(create, path, line, &helper)) return GetLastError();
    error = wait_for(helper.hProcess);
    CloseHandle(helper.hThread);
    CloseHandle(helper.hProcess);
    return error;
}
