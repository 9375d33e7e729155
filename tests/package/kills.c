/* SPDX-License-Identifier: MIT */
/* kills.exe root KILL...: has as many children as there are KILLs, which all end it at the same moment. Each of them prints
   "exit code N", as the system reports it afterwards. A KILL is
   process CODE: by TerminateProcess    twice CODE: the same, and then with 0    job CODE: by TerminateJobObject
   refused CODE: tries to without the right
   kills.exe fail-fast: has a child that ends by __fastfail, and then ends it with 1
   kills.exe suspended: has a child that is ended with 6 before it runs
   kills.exe child HOW CODE PROCESS READY BEGIN JOB: one of those children, with four handles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { PATIENCE = 60000 };

static HANDLE handle_of(const char *word)
{
    return (HANDLE)(ULONG_PTR)strtoul(word, NULL, 10);
}

static unsigned long number_of(HANDLE handle)
{
    return (unsigned long)(ULONG_PTR)handle;
}

static HANDLE start(const char *words, DWORD flags)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    char self[MAX_PATH], line[MAX_PATH + 128];

    GetModuleFileNameA(NULL, self, MAX_PATH);
    snprintf(line, sizeof line, "\"%s\" %s", self, words);
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, flags, NULL, NULL, &startup, &made)) ExitProcess(99);
    return made.hProcess;
}

static int be_killed_by(int count, char **kills)
{
    SECURITY_ATTRIBUTES inherited = { .nLength = sizeof inherited, .bInheritHandle = TRUE };
    const HANDLE ready = CreateSemaphoreA(&inherited, 0, count, NULL), begin = CreateEventA(&inherited, TRUE, FALSE, NULL),
                 job = CreateJobObjectA(&inherited, NULL);
    HANDLE self;
    char words[128];
    int i;

    if (!DuplicateHandle(GetCurrentProcess(), GetCurrentProcess(), GetCurrentProcess(), &self, PROCESS_ALL_ACCESS, TRUE, 0))
        return 98;
    for (i = 0; i + 1 < count; i += 2) {
        snprintf(words, sizeof words, "child %s %s %lu %lu %lu %lu", kills[i], kills[i + 1], number_of(self),
                 number_of(ready), number_of(begin), number_of(job));
        start(words, 0);
    }
    if (!AssignProcessToJobObject(job, GetCurrentProcess())) return 97;
    for (i = 0; i + 1 < count; i += 2)
        if (WaitForSingleObject(ready, PATIENCE)) return 96;
    SetEvent(begin);
    Sleep(PATIENCE);
    return 95;
}

static BOOL end_root(const char *how, HANDLE process, UINT code, HANDLE job)
{
    HANDLE weak;

    if (!strcmp(how, "job")) return TerminateJobObject(job, code);
    if (!strcmp(how, "refused")) {
        DuplicateHandle(GetCurrentProcess(), process, GetCurrentProcess(), &weak, PROCESS_QUERY_INFORMATION, FALSE, 0);
        return !TerminateProcess(weak, code) && GetLastError() == ERROR_ACCESS_DENIED;
    }
    return TerminateProcess(process, code) && (strcmp(how, "twice") || TerminateProcess(process, 0));
}

static int be_child(char **words)
{
    const HANDLE process = handle_of(words[2]);
    DWORD code;

    if (!ReleaseSemaphore(handle_of(words[3]), 1, NULL) || WaitForSingleObject(handle_of(words[4]), PATIENCE)) return 94;
    if (!end_root(words[0], process, strtoul(words[1], NULL, 10), handle_of(words[5]))) return 93;
    if (WaitForSingleObject(process, PATIENCE) || !GetExitCodeProcess(process, &code)) return 92;
    printf("exit code %lu\n", code);
    return 0;
}

static int end_child(HANDLE child, UINT code)
{
    DWORD found;

    if (!TerminateProcess(child, code) || WaitForSingleObject(child, PATIENCE) || !GetExitCodeProcess(child, &found))
        return 91;
    printf("exit code %lu\n", found);
    return 5;
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";
    HANDLE child;

    if (!strcmp(what, "root")) return be_killed_by(count - 2, words + 2);
    if (!strcmp(what, "child") && count > 7) return be_child(words + 2);
    if (!strcmp(what, "suspended")) return end_child(start("never", CREATE_SUSPENDED), 6);
    if (!strcmp(what, "fail")) __asm__ volatile("int $0x29" : : "c"(7));
    if (strcmp(what, "fail-fast")) return 90;
    child = start("fail", 0);
    WaitForSingleObject(child, PATIENCE);
    return end_child(child, 1);
}
