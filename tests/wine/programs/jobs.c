/* SPDX-License-Identifier: MIT */
/* Says what a program can report about the job that it is in, and what it may do with one of its own. The runtime has not
   run before its entry point, so the last error is what the system left there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static DWORD first_error;

static void say_in_job(const char *who, HANDLE process)
{
    BOOL in = 2;

    printf("%s in job %d", who, IsProcessInJob(process, NULL, &in));
    printf(" %d\n", in);
}

static void say_assigned(const char *who, HANDLE job, HANDLE process)
{
    SetLastError(0xdeadbeef);
    if (AssignProcessToJobObject(job, process)) printf("%s assigned\n", who);
    else printf("%s not assigned, error %lu\n", who, GetLastError());
}

static BOOL start(const char *option, DWORD flags, PROCESS_INFORMATION *child)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    char path[MAX_PATH], line[MAX_PATH + 32];

    if (!GetModuleFileNameA(NULL, path, sizeof path)) return FALSE;
    snprintf(line, sizeof line, "\"%s\" %s", path, option);
    fflush(stdout);
    return CreateProcessA(NULL, line, NULL, NULL, TRUE, flags, NULL, NULL, &startup, child);
}

static int finish(PROCESS_INFORMATION *child)
{
    DWORD code = 99;

    if (ResumeThread(child->hThread) == (DWORD)-1 || WaitForSingleObject(child->hProcess, 30000)) return 99;
    GetExitCodeProcess(child->hProcess, &code);
    return (int)code;
}

static int parent(void)
{
    PROCESS_INFORMATION child, other;
    HANDLE job = CreateJobObjectA(NULL, NULL);

    if (!job || !start("child", CREATE_SUSPENDED, &child)) return 98;
    say_in_job("child", child.hProcess);
    say_assigned("child", job, child.hProcess);
    say_assigned("self", job, GetCurrentProcess());
    say_in_job("self, then,", GetCurrentProcess());
    if (!start("child", CREATE_SUSPENDED | CREATE_BREAKAWAY_FROM_JOB, &other)) {
        printf("no child breaks away, error %lu\n", GetLastError());
        return finish(&child);
    }
    say_in_job("child that breaks away", other.hProcess);
    return finish(&other) | finish(&child);
}

int main(int argc, char **argv)
{
    printf("%s: first error %lu\n", argc > 1 ? argv[1] : "alone", first_error);
    say_in_job("self", GetCurrentProcess());
    if (argc > 1) return 0;
    return parent();
}

int mainCRTStartup(void);

int WINAPI first(void);
int WINAPI first(void)
{
    first_error = GetLastError();
    return mainCRTStartup();
}
