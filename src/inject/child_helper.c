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

DWORD child_helper_run(const PROCESS_INFORMATION *child, const WCHAR *library, ULONG flags, create_process_w create)
{
    WCHAR path[MAX_PATH], line[MAX_PATH + 64];
    PROCESS_INFORMATION helper;
    DWORD error = helper_path(library, path);

    if (error) return error;
    _snwprintf(line, ARRAYSIZE(line), L"\"%ls\" " CHILD_HELPER_OPTION L" %lu %lu %lu", path, child->dwProcessId,
               child->dwThreadId, flags);
    if (!start(create, path, line, &helper)) return GetLastError();
    error = wait_for(helper.hProcess);
    CloseHandle(helper.hThread);
    CloseHandle(helper.hProcess);
    return error;
}
