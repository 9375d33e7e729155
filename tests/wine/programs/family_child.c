/* SPDX-License-Identifier: MIT */
/* Children print these reports. */
#include "family.h"

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
void child_report(void)
{
    family_report("the child is %s", hook_state());
}

static const char *state_of(const WCHAR *what)
{
    if (!wcscmp(what, L"queries")) return queries_state();
    return wcsstr(what, L"clocks") ? clocks_state() : hook_state();
}

/* chain N, queries N, clocks N: N descendants, each the next one's child; what each says is its state, or that of ntdll's
   queries, or of its clocks. */
void child_chain(void)
{
    const int left = _wtoi(argument(1));

    say("%d: %s", left, state_of(argument(0)));
    if (left) run_child(NULL, own_line(L"%ls %d", argument(0), left - 1), 0, NULL, NULL);
}

/* descend PROGRAM..., descend-clocks PROGRAM...: the first is the child, the others are its descendants. */
void child_descend(void)
{
    WCHAR line[FAMILY_LINE];
    int i, length;

    say("%u-bit: %s", (unsigned)sizeof(PVOID) * 8, state_of(argument(0)));
    if (!*argument(1)) return;
    length = _snwprintf(line, ARRAYSIZE(line), L"%ls %ls", argument(1), argument(0));
    for (i = 2; *argument(i); i++) length += _snwprintf(line + length, ARRAYSIZE(line) - length, L" %ls", argument(i));
    run_child(NULL, line, 0, NULL, NULL);
}

/* By its exit code. */
void child_state(void)
{
    exit(!strcmp(hook_state(), "hooked") ? 1 : !strcmp(hook_state(), "plain") ? 2 : 3);
}

/* Copies its input to its output, and then prints a line on stderr. */
void child_echo(void)
{
    char bytes[1000];
    DWORD got, written;

    while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), bytes, sizeof bytes, &got, NULL) && got)
        WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), bytes, got, &written, NULL);
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), "on stderr\n", 10, &written, NULL);
}

void child_environment(void)
{
    const WCHAR *block = GetEnvironmentStringsW(), *at = block;
    DWORD written;

    while (*at) at += wcslen(at) + 1;
    say("%s, %u characters:", hook_state(), (unsigned)(at - block));
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), block, (DWORD)(at - block) * sizeof *block, &written, NULL);
}

void child_directory(void)
{
    WCHAR directory[MAX_PATH] = L"";

    GetCurrentDirectoryW(MAX_PATH, directory);
    say("%s in %ls", hook_state(), directory);
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

void child_console(void)
{
    family_report("the child is %s; console %s; priority 0x%lx", hook_state(), GetConsoleCP() ? "yes" : "no",
           GetPriorityClass(GetCurrentProcess()));
    report_startup(family_report);
}

void child_startup(void)
{
    say("console %s; priority 0x%lx", GetConsoleCP() ? "yes" : "no", GetPriorityClass(GetCurrentProcess()));
    report_startup(say);
}

void child_handles(void)
{
    say("%u handles", handle_count());
}

static HANDLE handle_from(const WCHAR *number)
{
    return (HANDLE)(ULONG_PTR)wcstoul(number, NULL, 10);
}

/* has-handle VALUE...: which of them are events here. */
void child_handle(void)
{
    int i;

    for (i = 1; *argument(i); i++)
        family_report("handle %d: %s", i, SetEvent(handle_from(argument(i))) ? "there" : "not there");
}

void child_count(void)
{
    family_report("the child is %s, with %u handles", hook_state(), handle_count());
}

/* report-job HANDLE */
void child_job(void)
{
    BOOL in = 2, asked = IsProcessInJob(GetCurrentProcess(), handle_from(argument(1)), &in);

    family_report("the child is %s; asked for the job: %d, %d", hook_state(), asked, in);
}

void child_exit(void)
{
    ExitProcess(*argument(1) ? wcstoul(argument(1), NULL, 0) : 202);
}
