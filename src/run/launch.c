/* SPDX-License-Identifier: MIT */
#include "launch.h"
#include "program.h"
#include "say.h"
#include "../graft/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#ifdef _WIN64
#define OWN_MACHINE IMAGE_FILE_MACHINE_AMD64
#else
#define OWN_MACHINE IMAGE_FILE_MACHINE_I386
#endif

static BOOL library_path(WCHAR path[MAX_PATH])
{
    static const WCHAR name[] = L"cycletime.dll";
    DWORD length = GetModuleFileNameW(NULL, path, MAX_PATH);
    WCHAR *slash = length && length < MAX_PATH ? wcsrchr(path, L'\\') : NULL;

    if (!slash || slash + 1 + ARRAYSIZE(name) > path + MAX_PATH) return FALSE;
    wmemcpy(slash + 1, name, ARRAYSIZE(name));
    return GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
}

static BOOL can_run(const WCHAR *path)
{
    WORD machine;
    DWORD attributes = GetFileAttributesW(path);
    DWORD error = program_machine(path, &machine);

    if (attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY)
        say(L"%ls: is a directory", path);
    else if (error == ERROR_BAD_EXE_FORMAT)
        say(L"%ls: is not a Windows program", path);
    else if (error)
        say(L"%ls: cannot be read: %ls", path, error_text(error));
    else if (machine != OWN_MACHINE)
        say(L"%ls: is built for machine 0x%04x, and this launcher runs programs for 0x%04x", path, machine, OWN_MACHINE);
    else
        return TRUE;
    return FALSE;
}

static BOOL create(const WCHAR *path, const WCHAR *rest, PROCESS_INFORMATION *created)
{
    SIZE_T size = wcslen(path) + wcslen(rest) + 3;
    WCHAR *line = malloc(size * sizeof *line);
    STARTUPINFOW startup;
    BOOL done;

    if (!line) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return FALSE;
    }
    _snwprintf(line, size, L"\"%ls\"%ls", path, rest);
    GetStartupInfoW(&startup);  /* the program's window, handles and C runtime's files, as they were given to us */
    done = CreateProcessW(path, line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &startup, created);
    free(line);
    return done;
}

static const WCHAR *stage_text(enum child_stage stage)
{
    switch (stage) {
    case CHILD_LOADS_DLL: return L"cycletime.dll cannot be loaded in it";
    case CHILD_FINDS_ENTRY: return L"cycletime.dll is of another version";
    case CHILD_GRAFTS: return L"its functions cannot be put in place";
    default: return L"it cannot be grafted";
    }
}

static DWORD end(HANDLE process, DWORD exit_code)
{
    TerminateProcess(process, exit_code);
    WaitForSingleObject(process, INFINITE);
    return exit_code;
}

static DWORD wait(const WCHAR *path, struct child *child)
{
    HANDLE events[] = { child->process, child->failed };
    enum child_stage stage = CHILD_WAITS;
    DWORD error = ERROR_SUCCESS, code, event = WaitForMultipleObjects(ARRAYSIZE(events), events, FALSE, INFINITE);

    if (event == WAIT_OBJECT_0 && GetExitCodeProcess(child->process, &code)) return code;
    if (event != WAIT_OBJECT_0 + 1) {
        say(L"%ls: lost sight of it: %ls", path, error_text(GetLastError()));
        return EXIT_FAILED;
    }
    if (child_read(child, &stage, &error)) say(L"%ls: not run, it cannot be grafted", path);
    else say(L"%ls: not run, %ls: %ls", path, stage_text(stage), error_text(error));
    return end(child->process, EXIT_FAILED);
}

static DWORD run(const WCHAR *path, const PROCESS_INFORMATION *created, const WCHAR *library)
{
    struct child child;
    DWORD code, error = child_queue(created->hProcess, created->hThread, library, EXIT_FAILED, &child);

    if (error) {
        say(L"%ls: not run, it cannot be grafted: %ls", path, error_text(error));
        return end(created->hProcess, EXIT_FAILED);
    }
    if (ResumeThread(created->hThread) == (DWORD)-1) {
        say(L"%ls: cannot be started: %ls", path, error_text(GetLastError()));
        code = end(created->hProcess, EXIT_FAILED);
    } else {
        code = wait(path, &child);
    }
    child_close(&child);
    return code;
}

DWORD launch(const WCHAR *path, const WCHAR *rest)
{
    WCHAR library[MAX_PATH];
    PROCESS_INFORMATION created;
    DWORD code;

    if (!library_path(library)) {
        say(L"cycletime.dll is not beside the launcher; install it again");
        return EXIT_FAILED;
    }
    if (!can_run(path)) return EXIT_CANNOT_RUN;
    if (!create(path, rest, &created)) {
        say(L"%ls: cannot run: %ls", path, error_text(GetLastError()));
        return EXIT_CANNOT_RUN;
    }
    code = run(path, &created, library);
    CloseHandle(created.hThread);
    CloseHandle(created.hProcess);
    return code;
}
