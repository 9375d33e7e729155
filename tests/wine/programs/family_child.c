/* SPDX-License-Identifier: MIT */
/* Children print these reports. */
#include "family.h"
#include "lost.h"

#include <stdio.h>
#include <stdlib.h>

/* Runs before main, once. */
static void NTAPI at_start(PVOID module, DWORD reason, PVOID reserved)
{
    (void)module;
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH && wcsstr(GetCommandLineW(), L" report-all")) family_report("its DLL_PROCESS_ATTACH");
}

extern PIMAGE_TLS_CALLBACK family_callback;
__attribute__((section(".CRT$XLF"), used)) PIMAGE_TLS_CALLBACK family_callback = at_start;

/* report, or report report-all */
int child_report(int argc, WCHAR **argv)
{
    (void)argc;
    (void)argv;
    family_report("the child is %s", hook_state());
    return 0;
}

static const char *state_of(const WCHAR *what)
{
    if (!wcscmp(what, L"queries")) return queries_state();
    return wcsstr(what, L"clocks") ? clocks_state() : hook_state();
}

/* chain N, queries N, clocks N: N descendants, each the next one's child; what each says is its state, or that of ntdll's
   queries, or of its clocks. */
int child_chain(int argc, WCHAR **argv)
{
    int left = argc > 1 ? _wtoi(argv[1]) : 0;
    PROCESS_INFORMATION child;
    WCHAR arguments[32];

    say("%d: %s", left, state_of(argv[0]));
    if (!left) return 0;
    _snwprintf(arguments, ARRAYSIZE(arguments), L"%ls %d", argv[0], left - 1);
    if (!start(arguments, 0, &child)) say("error %lu", GetLastError());
    else end_of(&child, TRUE);
    return 0;
}

/* descend PROGRAM..., descend-clocks PROGRAM...: the first is the child, the others are its descendants. */
int child_descend(int argc, WCHAR **argv)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    WCHAR line[FAMILY_LINE];
    PROCESS_INFORMATION child;
    int i, length;
    BOOL done;

    say("%u-bit: %s", (unsigned)sizeof(PVOID) * 8, state_of(argv[0]));
    if (argc < 2) return 0;
    length = _snwprintf(line, ARRAYSIZE(line), L"%ls %ls", argv[1], argv[0]);
    for (i = 2; i < argc; i++) length += _snwprintf(line + length, ARRAYSIZE(line) - length, L" %ls", argv[i]);
    do done = CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child);
    while (is_lost(done));
    if (!done) say("error %lu", GetLastError());
    else end_of(&child, TRUE);
    return 0;
}

/* By its exit code. */
int child_state(int argc, WCHAR **argv)
{
    (void)argc;
    (void)argv;
    return !strcmp(hook_state(), "hooked") ? 1 : !strcmp(hook_state(), "plain") ? 2 : 3;
}

/* Copies its input to its output, and then prints a line on stderr. */
int child_echo(int argc, WCHAR **argv)
{
    char bytes[1000];
    DWORD got, written;

    (void)argc;
    (void)argv;
    while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes, sizeof bytes, &got, NULL) && got)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), bytes, got, &written, NULL);
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), "on stderr\n", 10, &written, NULL);
    return 0;
}

int child_environment(int argc, WCHAR **argv)
{
    const WCHAR *block = GetEnvironmentStringsW(), *at = block;
    DWORD written;

    (void)argc;
    (void)argv;
    while (*at) at += wcslen(at) + 1;
    say("%s, %u characters:", hook_state(), (unsigned)(at - block));
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), block, (DWORD)(at - block) * sizeof *block, &written, NULL);
    return 0;
}

int child_directory(int argc, WCHAR **argv)
{
    WCHAR directory[MAX_PATH] = L"";

    (void)argc;
    (void)argv;
    GetCurrentDirectoryW(MAX_PATH, directory);
    say("%s in %ls", hook_state(), directory);
    return 0;
}

static const char *kind(DWORD handle)
{
    HANDLE standard = GetStdHandle(handle);
    static char text[32];

    if (!standard || standard == INVALID_HANDLE_VALUE) return "none";
    snprintf(text, sizeof text, "type %lu", GetFileType(standard));
    return text;
}

/* Reports its startup information and standard handles through TELLER. */
static void report_startup(void (*teller)(const char *format, ...))
{
    STARTUPINFOW startup;

    GetStartupInfoW(&startup);
    teller("startup 0x%lx, title %s", startup.dwFlags, startup.lpTitle ? "yes" : "no");
    teller("stdin %s", kind(STD_INPUT_HANDLE));
    teller("stdout %s", kind(STD_OUTPUT_HANDLE));
    teller("stderr %s", kind(STD_ERROR_HANDLE));
}

int child_console(int argc, WCHAR **argv)
{
    (void)argc;
    (void)argv;
    family_report("the child is %s; console %s; priority 0x%lx", hook_state(), GetConsoleCP() ? "yes" : "no",
           GetPriorityClass(GetCurrentProcess()));
    report_startup(family_report);
    return 0;
}

int child_startup(int argc, WCHAR **argv)
{
    (void)argc;
    (void)argv;
    say("console %s; priority 0x%lx", GetConsoleCP() ? "yes" : "no", GetPriorityClass(GetCurrentProcess()));
    report_startup(say);
    return 0;
}

int child_handles(int argc, WCHAR **argv)
{
    (void)argc;
    (void)argv;
    say("%u handles", handle_count());
    return 0;
}

/* has-handle VALUE...: which of them are events here. */
int child_handle(int argc, WCHAR **argv)
{
    int i;

    for (i = 1; i < argc; i++)
        family_report("handle %d: %s", i, SetEvent((HANDLE)(ULONG_PTR)wcstoul(argv[i], NULL, 10)) ? "there" : "not there");
    return 0;
}

int child_count(int argc, WCHAR **argv)
{
    (void)argc;
    (void)argv;
    family_report("the child is %s, with %u handles", hook_state(), handle_count());
    return 0;
}

/* report-job HANDLE */
int child_job(int argc, WCHAR **argv)
{
    HANDLE job = (HANDLE)(ULONG_PTR)(argc > 1 ? wcstoul(argv[1], NULL, 10) : 0);
    BOOL in = 2, asked = IsProcessInJob(GetCurrentProcess(), job, &in);

    family_report("the child is %s; asked for the job: %d, %d", hook_state(), asked, in);
    return 0;
}

int child_exit(int argc, WCHAR **argv)
{
    ExitProcess(argc > 1 ? wcstoul(argv[1], NULL, 0) : 202);
}
