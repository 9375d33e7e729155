/* SPDX-License-Identifier: MIT */
/* Parents pass streams, handles, jobs and more to their children. */
#include "family.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned number(HANDLE handle)
{
    return (unsigned)(ULONG_PTR)handle;
}

/* Text goes through a child; its output ends when the child does. */
void parent_streams(void)
{
    SECURITY_ATTRIBUTES security = { sizeof security, NULL, TRUE };
    STARTUPINFOW startup = { .cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES };
    HANDLE to, from, errors;
    PROCESS_INFORMATION child;
    char text[256];
    DWORD got;

    CreatePipe(&startup.hStdInput, &to, &security, 0);
    CreatePipe(&from, &startup.hStdOutput, &security, 0);
    CreatePipe(&errors, &startup.hStdError, &security, 0);
    SetHandleInformation(to, HANDLE_FLAG_INHERIT, 0);
    SetHandleInformation(from, HANDLE_FLAG_INHERIT, 0);
    SetHandleInformation(errors, HANDLE_FLAG_INHERIT, 0);
    create_child(NULL, own_line(L"echo"), TRUE, 0, NULL, NULL, &startup, &child);
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
}

static void create_with(WCHAR *line, BOOL inherit, DWORD flags, STARTUPINFOW *startup, unsigned lines)
{
    PROCESS_INFORMATION child;

    if (!create_child(NULL, line, inherit, flags, NULL, NULL, startup, &child)) return;
    WaitForSingleObject(child.hProcess, PATIENCE_MS);
    relay(lines);
    end_of(&child, TRUE);
}

/* Two that may be inherited: neither, both, one by a list. Then how many the child has. */
void parent_handles(void)
{
    HANDLE events[] = { inheritable_event(), inheritable_event() };
    STARTUPINFOEXW startup = { .StartupInfo.cb = sizeof startup.StartupInfo };
    SIZE_T size = 0;
    unsigned i, set;

    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    startup.lpAttributeList = malloc(size);
    if (!InitializeProcThreadAttributeList(startup.lpAttributeList, 1, 0, &size)
        || !UpdateProcThreadAttribute(startup.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, &events[1],
                                      sizeof events[1], NULL, NULL))
        say("no list: error %lu", GetLastError());
    for (i = 0; i < 3; i++) {
        startup.StartupInfo.cb = i < 2 ? sizeof startup.StartupInfo : sizeof startup;
        create_with(own_line(L"has-handle %u %u", number(events[0]), number(events[1])), i > 0,
                    i < 2 ? 0 : EXTENDED_STARTUPINFO_PRESENT, &startup.StartupInfo, 2);
        for (set = 0; set < 2; set++) {  /* a handle of that number may be another event of the child's */
            say("set: %d", WaitForSingleObject(events[set], 0) == WAIT_OBJECT_0);
            ResetEvent(events[set]);
        }
    }
    startup.StartupInfo.cb = sizeof startup.StartupInfo;
    create_with(own_line(L"count-handles"), FALSE, 0, &startup.StartupInfo, 1);
    create_with(own_line(L"count-handles"), TRUE, 0, &startup.StartupInfo, 1);
}

void parent_leak(void)
{
    PROCESS_INFORMATION child;
    unsigned before = 0;
    int i;

    for (i = 0; i < 6; i++) {
        if (i == 1) before = handle_count();  /* the first one may leave some behind */
        start(own_line(L"state"), 0, &child);
        end_of(&child, FALSE);
    }
    say("%d handles more after five children", (int)(handle_count() - before));
}

static HANDLE own_job(void)
{
    SECURITY_ATTRIBUTES security = { sizeof security, NULL, TRUE };
    HANDLE job = CreateJobObjectW(&security, NULL);

    say("in a job of its own: %d", AssignProcessToJobObject(job, GetCurrentProcess()));
    return job;
}

void parent_job(void)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION sums = { 0 };
    HANDLE job = own_job();

    create_with(own_line(L"report-job %u", number(job)), TRUE, 0, &startup, 1);
    create_with(own_line(L"report-job %u", number(job)), TRUE, CREATE_BREAKAWAY_FROM_JOB, &startup, 1);
    say("asked: %d", QueryInformationJobObject(job, JobObjectBasicAccountingInformation, &sums, sizeof sums, NULL));
    say("processes: %lu, in all %lu", sums.ActiveProcesses, sums.TotalProcesses);
}

/* A job that lets children out. */
void parent_job_left(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_BREAKAWAY_OK };
    STARTUPINFOW startup = { .cb = sizeof startup };
    HANDLE job = own_job();

    say("limited: %d", SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits));
    create_with(own_line(L"report-job %u", number(job)), TRUE, CREATE_BREAKAWAY_FROM_JOB, &startup, 1);
}

/* With room for one process, there is none for a child, nor for anything else. */
void parent_job_limit(void)
{
    JOBOBJECT_BASIC_LIMIT_INFORMATION limits = { .LimitFlags = JOB_OBJECT_LIMIT_ACTIVE_PROCESS };
    HANDLE job = own_job();
    PROCESS_INFORMATION child;

    limits.ActiveProcessLimit = _wtoi(argument(1));
    say("limited: %d", SetInformationJobObject(job, JobObjectBasicLimitInformation, &limits, sizeof limits));
    if (!start(own_line(L"report"), 0, &child)) return;
    relay(1);
    end_of(&child, TRUE);
}

void parent_environment(void)
{
    static char narrow[] = "ANSI=\xe4\xf6\xfc\0EMPTY=\0=X:=X:\\\0lower=1\0";
    static WCHAR wide[] = L"EMPTY=\0QUOTES=\"a b\" 'c'\0=X:=X:\\y\0SCRIPTS=\u00e4\u03b2\u4e2d\xd83d\xde00\xdc00\0lower=1\0";
    const BOOL wide_one = !wcscmp(argument(1), L"wide");

    run_child(NULL, own_line(L"print-environment"), wide_one ? CREATE_UNICODE_ENVIRONMENT : 0,
              wide_one ? (PVOID)wide : narrow, NULL);
}

/* directory PATH */
void parent_directory(void)
{
    run_child(NULL, own_line(L"print-directory"), 0, NULL, or_null(argument(1)));
}

/* flags FLAGS INHERIT */
void parent_flags(void)
{
    STARTUPINFOW startup = { .cb = sizeof startup, .lpTitle = (WCHAR *)L"a title" };

    create_with(own_line(L"report-console"), _wtoi(argument(2)) != 0, wcstoul(argument(1), NULL, 0), &startup, 5);
}
