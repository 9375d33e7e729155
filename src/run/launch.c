/* SPDX-License-Identifier: MIT */
#include "launch.h"
#include "companion.h"
#include "descendants.h"
#include "library.h"
#include "linux_side.h"
#include "program.h"
#include "../cli/say.h"
#include "../inject/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static BOOL create(const WCHAR *path, const WCHAR *rest, PROCESS_INFORMATION *created)
{
    SIZE_T size = wcslen(path) + wcslen(rest) + 3;
    WCHAR *line = malloc(size * sizeof *line);
    enum { MOST_TRIES = 3 };
    STARTUPINFOW startup;
    int tries = 0;
    BOOL done;

    if (!line) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return FALSE;
    }
    _snwprintf(line, size, L"\"%ls\"%ls", path, rest);
    GetStartupInfoW(&startup); /* the program's window, handles and C runtime's files, as they were given to us */
    /* Wine's word for a process that was gone before it began: one in some thousand, whose heap Linux had put where Wine
       must have a page of its own (0x7ffe0000). */
    do done = CreateProcessW(path, line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &startup, created);
    while (!done && GetLastError() == ERROR_INTERNAL_ERROR && ++tries < MOST_TRIES);
    free(line);
    return done;
}

static DWORD end(HANDLE process, DWORD exit_code)
{
    TerminateProcess(process, exit_code);
    WaitForSingleObject(process, INFINITE);
    return exit_code;
}

/* 0: the program may run; else its line is said, and this is the exit code. */
static DWORD explain(const WCHAR *path, DWORD error, ULONG flags)
{
    const WCHAR *reason =
        error == ERROR_FILE_NOT_FOUND ? L"the cycletime-run.exe of its word size is missing" : program_refusal(path, error);

    if (!(flags & CHILD_MUST)) {
        if (flags & CHILD_VERBOSE) say(L"%ls: runs without cycletime: %ls", path, reason);
        return 0;
    }
    if (error == ERROR_EXE_MACHINE_TYPE_MISMATCH) {
        say(L"%ls: %ls", path, reason);
        return EXIT_CANNOT_RUN;
    }
    say(L"%ls: not run, it cannot be grafted: %ls", path, reason);
    return EXIT_FAILED;
}

static DWORD run(const WCHAR *path, const PROCESS_INFORMATION *created, const WCHAR *library, ULONG flags)
{
    const ULONG lifeline = companion_lifeline(created->hProcess);
    const DWORD error = child_graft(created, library, flags | lifeline << CHILD_LIFELINE, CreateProcessW);
    DWORD code = error ? explain(path, error, flags) : 0;

    if (code) return end(created->hProcess, code);
    companion_bind(created->hProcess, lifeline && !error);
    descendants_follow();
    if (!companion_heed(created->hProcess) || ResumeThread(created->hThread) == (DWORD)-1) {
        say(L"%ls: cannot be started: %ls", path, error_text(GetLastError()));
        return end(created->hProcess, EXIT_FAILED);
    }
    if (!WaitForSingleObject(created->hProcess, INFINITE) && GetExitCodeProcess(created->hProcess, &code)) return code;
    say(L"%ls: lost sight of it: %ls", path, error_text(GetLastError()));
    return EXIT_FAILED;
}

DWORD launch(const WCHAR *path, const WCHAR *rest, ULONG flags)
{
    const WCHAR *reason = program_fault(path);
    PROCESS_INFORMATION created;
    WCHAR library[MAX_PATH];
    DWORD code;

    if (!library_path(library)) {
        say(L"cycletime.dll is not beside the launcher; install it again");
        return EXIT_FAILED;
    }
    descendants_expect();
    if (reason || !create(path, rest, &created)) {
        say(L"%ls: %ls", path, reason ? reason : program_refusal(path, GetLastError()));
        return EXIT_CANNOT_RUN;
    }
    if (!(flags & LAUNCH_QUIET)) linux_side_report();
    if (flags & CHILD_VERBOSE) linux_side_report_counter(library);
    code = run(path, &created, library, flags);
    descendants_leave(created.hProcess);
    CloseHandle(created.hThread);
    CloseHandle(created.hProcess);
    return code;
}
