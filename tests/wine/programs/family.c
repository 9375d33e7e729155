/* SPDX-License-Identifier: MIT */
#include "family.h"
#include "lost.h"
#include "pe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void write_line(HANDLE file, const char *format, va_list arguments)
{
    char line[FAMILY_LINE];
    DWORD written;
    int length = vsnprintf(line, sizeof line - 1, format, arguments);

    if (length < 0 || length > (int)sizeof line - 2) length = sizeof line - 2;
    line[length++] = '\n';
    WriteFile(file, line, length, &written, NULL);
}

void say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    write_line(GetStdHandle(STD_OUTPUT_HANDLE), format, arguments);
    va_end(arguments);
}

static HANDLE open_report(DWORD access, DWORD disposition)
{
    WCHAR path[MAX_PATH];

    if (!GetEnvironmentVariableW(L"REPORT", path, MAX_PATH)) return INVALID_HANDLE_VALUE;
    return CreateFileW(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, disposition, 0, NULL);
}

void family_report(const char *format, ...)
{
    HANDLE file = open_report(FILE_APPEND_DATA, OPEN_ALWAYS);
    va_list arguments;

    if (file == INVALID_HANDLE_VALUE) ExitProcess(200);
    va_start(arguments, format);
    write_line(file, format, arguments);
    va_end(arguments);
    CloseHandle(file);
}

BOOL has_report(void)
{
    HANDLE file = open_report(GENERIC_READ, OPEN_EXISTING);
    BOOL has = file != INVALID_HANDLE_VALUE && GetFileSize(file, NULL);

    if (file != INVALID_HANDLE_VALUE) CloseHandle(file);
    return has;
}

static unsigned read_report(char *text, DWORD size)
{
    HANDLE file = open_report(GENERIC_READ, OPEN_EXISTING);
    unsigned lines = 0;
    DWORD got = 0;

    text[0] = 0;
    if (file == INVALID_HANDLE_VALUE) return 0;
    ReadFile(file, text, size - 1, &got, NULL);
    CloseHandle(file);
    text[got] = 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

void relay(unsigned count)
{
    DWORD begin = GetTickCount(), written;
    WCHAR path[MAX_PATH];
    char text[0x4000];

    while (read_report(text, sizeof text) < count && GetTickCount() - begin < PATIENCE_MS) Sleep(5);
    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, (DWORD)strlen(text), &written, NULL);
    if (GetEnvironmentVariableW(L"REPORT", path, MAX_PATH)) DeleteFileW(path);
}

/* Returns NULL if the function lies in no module. */
static HMODULE module_of(const void *function)
{
    HMODULE module = NULL;

    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, function,
                       &module);
    return module;
}

BOOL is_systems(PVOID function)
{
    const HMODULE module = module_of(function);

    return module && (module == GetModuleHandleW(L"kernel32.dll") || module == GetModuleHandleW(L"kernelbase.dll"));
}

const char *hook_state(void)
{
    BOOL imported = is_systems((PVOID)QueryThreadCycleTime);
    BOOL exported = is_systems((PVOID)GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "QueryThreadCycleTime"));
    ULONG64 cycles;

    if (imported != exported) return "half hooked";
    if (imported) return "plain";
    return QueryThreadCycleTime(GetCurrentThread(), &cycles) ? "hooked" : "hooked without an answer";
}

const char *queries_state(void)
{
    static const char *const names[] = { "NtQuerySystemInformation", "ZwQueryInformationThread",
                                         "NtQueryInformationProcess" };
    const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    unsigned i, ntdlls = 0;

    for (i = 0; i < ARRAYSIZE(names); i++)
        ntdlls += module_of(pe_reached((PVOID)GetProcAddress(ntdll, names[i]))) == ntdll;
    if (ntdlls == 0) return "another's queries";
    return ntdlls == ARRAYSIZE(names) ? "the system's queries" : "a mixture";
}

const char *clocks_state(void)
{
    const WCHAR *const systems[] = { L"kernel32.dll", L"kernelbase.dll", L"ntdll.dll" };
    const PVOID clocks[] = { (PVOID)GetProcAddress(GetModuleHandleW(systems[0]), "QueryPerformanceCounter"),
                             (PVOID)GetProcAddress(GetModuleHandleW(systems[2]), "NtQueryPerformanceCounter"),
                             (PVOID)QueryPerformanceCounter };
    unsigned i, j, found = 0;

    for (i = 0; i < ARRAYSIZE(clocks); i++)
        for (j = 0; j < ARRAYSIZE(systems); j++)
            found += module_of(pe_reached(clocks[i])) == GetModuleHandleW(systems[j]);
    if (found == 0) return "another's clocks";
    return found == ARRAYSIZE(clocks) ? "the system's clocks" : "a mixture";
}

const WCHAR *own_path(void)
{
    static WCHAR path[MAX_PATH];

    if (!GetEnvironmentVariableW(L"CHILD", path, MAX_PATH)) GetModuleFileNameW(NULL, path, MAX_PATH);
    return path;
}

WCHAR *own_line(const WCHAR *format, ...)
{
    WCHAR *line = malloc(FAMILY_LINE * sizeof *line);
    const int length = _snwprintf(line, FAMILY_LINE, L"\"%ls\" ", own_path());
    va_list arguments;

    va_start(arguments, format);
    _vsnwprintf(line + length, FAMILY_LINE - length, format, arguments);
    va_end(arguments);
    return line;
}

unsigned handle_count(void)
{
    unsigned count = 0, value;
    DWORD flags;

    for (value = 4; value < 0x1000; value += 4) count += GetHandleInformation((HANDLE)(ULONG_PTR)value, &flags);
    return count;
}

HANDLE inheritable_event(void)
{
    SECURITY_ATTRIBUTES security = { sizeof security, NULL, TRUE };

    return CreateEventW(&security, TRUE, FALSE, NULL);
}

BOOL create_child(const WCHAR *application, WCHAR *line, BOOL inherit, DWORD flags, PVOID environment,
                  const WCHAR *directory, STARTUPINFOW *startup, PROCESS_INFORMATION *child)
{
    BOOL done;

    do done = CreateProcessW(application, line, NULL, NULL, inherit, flags, environment, directory, startup, child);
    while (is_lost(done));
    if (!done) say("error %lu", GetLastError());
    return done;
}

BOOL start(WCHAR *line, DWORD flags, PROCESS_INFORMATION *child)
{
    STARTUPINFOW startup = { .cb = sizeof startup };

    return create_child(NULL, line, TRUE, flags, NULL, NULL, &startup, child);
}

void run_child(const WCHAR *application, WCHAR *line, DWORD flags, PVOID environment, const WCHAR *directory)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;

    if (create_child(application, line, TRUE, flags, environment, directory, &startup, &child)) end_of(&child, TRUE);
}

DWORD end_of(PROCESS_INFORMATION *child, BOOL saying)
{
    DWORD code = 0, waited = WaitForSingleObject(child->hProcess, PATIENCE_MS);

    GetExitCodeProcess(child->hProcess, &code);
    if (waited) say("the child does not end");
    else if (saying) say("the child ends with 0x%lx", code);
    if (waited) TerminateProcess(child->hProcess, 1);
    CloseHandle(child->hThread);
    CloseHandle(child->hProcess);
    return code;
}

static int argument_count;
static WCHAR **arguments;

WCHAR *argument(int number)
{
    static WCHAR none[1];

    return number < argument_count ? arguments[number] : none;
}

WCHAR *or_null(WCHAR *text)
{
    return *text ? text : NULL;
}

int wmain(int argc, WCHAR **argv)
{
    static const struct {
        const WCHAR *name;
        family_member *be;
    } members[] = {
        { L"report", child_report }, { L"chain", child_chain }, { L"queries", child_chain },
        { L"clocks", child_chain }, { L"descend", child_descend }, { L"descend-clocks", child_descend },
        { L"state", child_state }, { L"echo", child_echo }, { L"print-environment", child_environment },
        { L"print-directory", child_directory }, { L"report-console", child_console },
        { L"report-startup", child_startup }, { L"report-handles", child_handles }, { L"has-handle", child_handle },
        { L"count-handles", child_count }, { L"report-job", child_job }, { L"exit", child_exit },
        { L"call", parent_call }, { L"suspended", parent_suspended }, { L"apc", parent_apc },
        { L"unresumed", parent_unresumed }, { L"debug", parent_debug }, { L"streams", parent_streams },
        { L"handles", parent_handles }, { L"leak", parent_leak }, { L"job", parent_job },
        { L"job-left", parent_job_left }, { L"job-limit", parent_job_limit }, { L"environment", parent_environment },
        { L"directory", parent_directory }, { L"flags", parent_flags }, { L"many", parent_many },
        { L"functions", parent_functions }, { L"run", parent_run }, { L"unix", parent_unix },
        { L"console", parent_console },
    };
    size_t i;

    argument_count = argc - 1;
    arguments = argv + 1;
    for (i = 0; i < ARRAYSIZE(members); i++)
        if (!wcscmp(argument(0), members[i].name)) {
            members[i].be();
            return 0;
        }
    say("who?");
    return 201;
}
