/* SPDX-License-Identifier: MIT */
/* Parents pass streams, handles, jobs and more to their children. */
#include "family.h"
#include "lost.h"

#include <stdio.h>
#include <stdlib.h>

static HANDLE event(void)
{
    SECURITY_ATTRIBUTES security = { sizeof security, NULL, TRUE };

    return CreateEventW(&security, TRUE, FALSE, NULL);
}

static unsigned number(HANDLE handle)
{
    return (unsigned)(ULONG_PTR)handle;
}

/* Text goes through a child; its output ends when the child does. */
int parent_streams(int argc, WCHAR **argv)
{
    SECURITY_ATTRIBUTES security = { sizeof security, NULL, TRUE };
    STARTUPINFOW startup = { .cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES };
    HANDLE to, from, errors;
    PROCESS_INFORMATION child;
    char text[256];
    DWORD got;
    BOOL done;

    (void)argc;
    (void)argv;
    CreatePipe(&startup.hStdInput, &to, &security, 0);
    CreatePipe(&from, &startup.hStdOutput, &security, 0);
    CreatePipe(&errors, &startup.hStdError, &security, 0);
    SetHandleInformation(to, HANDLE_FLAG_INHERIT, 0);
    SetHandleInformation(from, HANDLE_FLAG_INHERIT, 0);
    SetHandleInformation(errors, HANDLE_FLAG_INHERIT, 0);
    do done = CreateProcessW(NULL, own_line(L"echo"), NULL, NULL, TRUE, 0, NULL, NULL, &startup, &child);
    while (is_lost(done));
    if (!done) say("error %lu", GetLastError());
    CloseHandle(startup.hStdInput);
    CloseHandle(startup.hStdOutput);
    CloseHandle(startup.hStdError);
    WriteFile(to, "some text", 9, &got, NULL);
    CloseHandle(to);
    while (ReadFile(from, text, sizeof text - 1, &got, NULL) && got) say("its output: %.*s", (int)got, text);
    say("then error %lu", GetLastError());
    while (ReadFile(errors, text, sizeof text - 1, &got, NULL) && got) say("its errors: %.*s", (int)got, text);
    say("then error %lu", GetLastError());
    end_of(&child, TRUE);
    return 0;
}

static void create_with(const WCHAR *arguments, BOOL inherit, DWORD flags, STARTUPINFOW *startup, unsigned lines)
{
    PROCESS_INFORMATION child;
    BOOL done;

    do done = CreateProcessW(NULL, own_line(arguments), NULL, NULL, inherit, flags, NULL, NULL, startup, &child);
    while (is_lost(done));
    if (!done) {
        say("error %lu", GetLastError());
        return;
    }
    WaitForSingleObject(child.hProcess, PATIENCE_MS);
    relay(lines);
    end_of(&child, TRUE);
}

/* Two that may be inherited: neither, both, one by a list. Then how many the child has. */
int parent_handles(int argc, WCHAR **argv)
{
    HANDLE events[] = { event(), event() };
    STARTUPINFOEXW startup = { .StartupInfo.cb = sizeof startup.StartupInfo };
    SIZE_T size = 0;
    WCHAR arguments[64];
    unsigned i, set;

    (void)argc;
    (void)argv;
    _snwprintf(arguments, ARRAYSIZE(arguments), L"has-handle %u %u", number(events[0]), number(events[1]));
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    startup.lpAttributeList = malloc(size);
    if (!InitializeProcThreadAttributeList(startup.lpAttributeList, 1, 0, &size)
        || !UpdateProcThreadAttribute(startup.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, &events[1],
                                      sizeof events[1], NULL, NULL))
        say("no list: error %lu", GetLastError());
    for (i = 0; i < 3; i++) {
        startup.StartupInfo.cb = i < 2 ? sizeof startup.StartupInfo : sizeof startup;
        create_with(arguments, i > 0, i < 2 ? 0 : EXTENDED_STARTUPINFO_PRESENT, &startup.StartupInfo, 2);
        for (set = 0; set < 2; set++) {  /* a handle of that number may be another event of the child's */
            say("set: %d", WaitForSingleObject(events[set], 0) == WAIT_OBJECT_0);
            ResetEvent(events[set]);
        }
    }
    startup.StartupInfo.cb = sizeof startup.StartupInfo;
    create_with(L"count-handles", FALSE, 0, &startup.StartupInfo, 1);
    create_with(L"count-handles", TRUE, 0, &startup.StartupInfo, 1);
    return 0;
}

int parent_leak(int argc, WCHAR **argv)
{
    PROCESS_INFORMATION child;
    unsigned before = 0;
    int i;

    (void)argc;
    (void)argv;
    for (i = 0; i < 6; i++) {
        if (i == 1) before = handle_count();  /* the first one may leave some behind */
        if (!start(L"state", 0, &child)) say("error %lu", GetLastError());
        end_of(&child, FALSE);
    }
    say("%d handles more after five children", (int)(handle_count() - before));
    return 0;
}

static HANDLE own_job(void)
{
    SECURITY_ATTRIBUTES security = { sizeof security, NULL, TRUE };
    HANDLE job = CreateJobObjectW(&security, NULL);

    say("in a job of its own: %d", AssignProcessToJobObject(job, GetCurrentProcess()));
    return job;
}

int parent_job(int argc, WCHAR **argv)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION sums = { 0 };
    HANDLE job = own_job();
    WCHAR arguments[64];

    (void)argc;
    (void)argv;
    _snwprintf(arguments, ARRAYSIZE(arguments), L"report-job %u", number(job));
    create_with(arguments, TRUE, 0, &startup, 1);
    create_with(arguments, TRUE, CREATE_BREAKAWAY_FROM_JOB, &startup, 1);
    say("asked: %d", QueryInformationJobObject(job, JobObjectBasicAccountingInformation, &sums, sizeof sums, NULL));
    say("processes: %lu, in all %lu", sums.ActiveProcesses, sums.TotalProcesses);
    return 0;
}

/* A job that lets children out. */
int parent_job_left(int argc, WCHAR **argv)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_BREAKAWAY_OK };
    STARTUPINFOW startup = { .cb = sizeof startup };
    HANDLE job = own_job();
    WCHAR arguments[64];

    (void)argc;
    (void)argv;
    say("limited: %d", SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits));
    _snwprintf(arguments, ARRAYSIZE(arguments), L"report-job %u", number(job));
    create_with(arguments, TRUE, CREATE_BREAKAWAY_FROM_JOB, &startup, 1);
    return 0;
}

/* With room for one process, there is none for a child, nor for anything else. */
int parent_job_limit(int argc, WCHAR **argv)
{
    JOBOBJECT_BASIC_LIMIT_INFORMATION limits = { .LimitFlags = JOB_OBJECT_LIMIT_ACTIVE_PROCESS };
    HANDLE job = own_job();
    PROCESS_INFORMATION child;

    limits.ActiveProcessLimit = argc > 1 ? _wtoi(argv[1]) : 0;
    say("limited: %d", SetInformationJobObject(job, JobObjectBasicLimitInformation, &limits, sizeof limits));
    if (!start(L"report", 0, &child)) {
        say("error %lu", GetLastError());
        return 0;
    }
    relay(1);
    end_of(&child, TRUE);
    return 0;
}

int parent_environment(int argc, WCHAR **argv)
{
    static char narrow[] = "ANSI=\xe4\xf6\xfc\0EMPTY=\0=X:=X:\\\0lower=1\0";
    static WCHAR wide[] = L"EMPTY=\0QUOTES=\"a b\" 'c'\0=X:=X:\\y\0SCRIPTS=\u00e4\u03b2\u4e2d\xd83d\xde00\xdc00\0lower=1\0";
    STARTUPINFOW startup = { .cb = sizeof startup };
    BOOL wide_one = argc > 1 && !wcscmp(argv[1], L"wide");
    PROCESS_INFORMATION child;
    BOOL done;

    do done = CreateProcessW(NULL, own_line(L"print-environment"), NULL, NULL, TRUE,
                             wide_one ? CREATE_UNICODE_ENVIRONMENT : 0, wide_one ? (PVOID)wide : narrow, NULL, &startup,
                             &child);
    while (is_lost(done));
    if (!done) say("error %lu", GetLastError());
    end_of(&child, TRUE);
    return 0;
}

/* directory PATH */
int parent_directory(int argc, WCHAR **argv)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    BOOL done;

    do done = CreateProcessW(NULL, own_line(L"print-directory"), NULL, NULL, TRUE, 0, NULL, argc > 1 ? argv[1] : NULL,
                             &startup, &child);
    while (is_lost(done));
    if (!done) {
        say("error %lu", GetLastError());
        return 0;
    }
    end_of(&child, TRUE);
    return 0;
}

/* flags FLAGS INHERIT */
int parent_flags(int argc, WCHAR **argv)
{
    STARTUPINFOW startup = { .cb = sizeof startup, .lpTitle = (WCHAR *)L"a title" };

    create_with(L"report-console", argc > 2 && _wtoi(argv[2]), argc > 1 ? wcstoul(argv[1], NULL, 0) : 0, &startup, 5);
    return 0;
}
