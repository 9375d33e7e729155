/* SPDX-License-Identifier: MIT */
/* Creations that fail, and what is left then. */
#include "family.h"

#include <stdlib.h>

static STARTUPINFOW startup = { .cb = sizeof startup };
static STARTUPINFOA startup_a = { .cb = sizeof startup_a };
static PROCESS_INFORMATION child;

static void report_creation(const char *what, BOOL created)
{
    DWORD error = GetLastError();
    const BYTE *bytes = (const BYTE *)&child;
    unsigned i, changed = 0;

    for (i = 0; i < sizeof child; i++) changed += bytes[i] != 0xcc;
    say("%s: %d, error 0x%lx, %u bytes written", what, created, error, created ? 0 : changed);
    if (created) end_of(&child, TRUE);
}

#define TRY(what, call) (memset(&child, 0xcc, sizeof child), SetLastError(0xdeadbeef), report_creation(what, call))

static BOOL create(const WCHAR *application, WCHAR *text, DWORD flags, PVOID environment, const WCHAR *directory)
{
    return CreateProcessW(application, text, NULL, NULL, FALSE, flags, environment, directory, &startup, &child);
}

/* error DIRECTORY: in which there are files that are no programs. */
void parent_error(void)
{
    WCHAR *long_line = malloc(40000 * sizeof *long_line);
    unsigned i;

    for (i = 0; i < 39999; i++) long_line[i] = L'x';
    long_line[i] = 0;
    if (!*argument(1) || !SetCurrentDirectoryW(argument(1))) exit(1);
    TRY("what can be created", create(NULL, own_line(L"exit 5"), 0, NULL, NULL));
    TRY("no file", create(NULL, _wcsdup(L"missing.exe"), 0, NULL, NULL));
    TRY("no application", create(L"missing.exe", NULL, 0, NULL, NULL));
    TRY("no file, A", CreateProcessA("missing.exe", NULL, NULL, NULL, FALSE, 0, NULL, NULL, &startup_a, &child));
    TRY("no file, as user",
        CreateProcessAsUserW(NULL, L"missing.exe", NULL, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &child));
    TRY("no path", create(L"nowhere\\missing.exe", NULL, 0, NULL, NULL));
    TRY("no drive", create(L"Q:\\missing.exe", NULL, 0, NULL, NULL));
    TRY("empty line", create(NULL, _wcsdup(L""), 0, NULL, NULL));
    TRY("blank line", create(NULL, _wcsdup(L" "), 0, NULL, NULL));
    TRY("empty application", create(L"", NULL, 0, NULL, NULL));
    TRY("a directory", create(argument(1), NULL, 0, NULL, NULL));
    TRY("a DLL", create(L"kernel32.dll", NULL, 0, NULL, NULL));
    TRY("a truncated program", create(L"truncated.exe", NULL, 0, NULL, NULL));
    TRY("a program for ARM64", create(L"arm64.exe", NULL, 0, NULL, NULL));
    TRY("a long line", create(NULL, long_line, 0, NULL, NULL));
    TRY("no directory", create(NULL, own_line(L"exit 5"), 0, NULL, L"missing"));
    TRY("two consoles", create(NULL, own_line(L"exit 5"), CREATE_NEW_CONSOLE | DETACHED_PROCESS, NULL, NULL));
    TRY("all flags", create(NULL, own_line(L"exit 5"), 0xfff00000, NULL, NULL));
    TRY("a bad token", CreateProcessAsUserW((HANDLE)(ULONG_PTR)0x1230, NULL, own_line(L"exit 5"), NULL, NULL, FALSE, 0,
                                            NULL, NULL, &startup, &child));
}

/* Without the system's debugger, which takes seconds. */
static LONG CALLBACK end(PEXCEPTION_POINTERS pointers)
{
    if (pointers->ExceptionRecord->ExceptionCode == EXCEPTION_ACCESS_VIOLATION) ExitProcess(0xc0000005);
    return EXCEPTION_CONTINUE_SEARCH;
}

/* fault WHAT: an argument may be NULL that must not be. */
void parent_fault(void)
{
    const WCHAR *what = argument(1);
    BOOL created;

    AddVectoredExceptionHandler(1, end);
    SetLastError(0xdeadbeef);
    created = CreateProcessW(NULL, wcscmp(what, L"line") ? own_line(L"exit 5") : NULL, NULL, NULL, FALSE, 0, NULL, NULL,
                             wcscmp(what, L"startup") ? &startup : NULL, wcscmp(what, L"info") ? &child : NULL);
    say("%d, error 0x%lx", created, GetLastError());
}
