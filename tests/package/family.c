/* SPDX-License-Identifier: MIT */
/* family.exe | kill ID: starts a child, and that one a grandchild, the two in a job of their own, and writes "ready" and
   the three ids. Each lives until its input ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* No name, so that only handles report about it; the word is a character of three bytes in UTF-8, one of four, one of
   two. */
static DWORD start(const WCHAR *role, HANDLE job)
{
    STARTUPINFOW startup = { .cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES };
    WCHAR program[MAX_PATH], line[2 * MAX_PATH];
    PROCESS_INFORMATION made;

    startup.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    startup.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    startup.hStdError = GetStdHandle(STD_ERROR_HANDLE);
    if (!GetModuleFileNameW(NULL, program, MAX_PATH)) return 0;
    swprintf(line, sizeof line / sizeof *line, L"\"%ls\" %ls \"--word=\x4e2d\xd83d\xde00\xe9\"", program, role);
    if (!CreateProcessW(program, line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL, &startup, &made)) return 0;
    if (job && !AssignProcessToJobObject(job, made.hProcess)) return 0;
    ResumeThread(made.hThread);
    return made.dwProcessId;
}

static void wait_for_end(void)
{
    char byte;
    DWORD got;

    while (ReadFile(GetStdHandle(STD_INPUT_HANDLE), &byte, 1, &got, NULL) && got) continue;
}

static int kill(DWORD id)
{
    const HANDLE process = OpenProcess(PROCESS_TERMINATE, FALSE, id);

    return process && TerminateProcess(process, 0) ? 0 : 1;
}

int main(int argc, char **argv)
{
    DWORD child;

    if (argc == 3 && !strcmp(argv[1], "kill")) return kill(strtoul(argv[2], NULL, 10));
    if (argc == 1) {
        if (!(child = start(L"child", CreateJobObjectW(NULL, NULL)))) return 1;
        printf("first %lu\n", GetCurrentProcessId());
    } else if (!strcmp(argv[1], "child")) {
        if (!(child = start(L"grandchild", NULL))) return 1;
        printf("child %lu\ngrandchild %lu\nready\n", GetCurrentProcessId(), child);
    }
    fflush(stdout);
    wait_for_end();
    return 0;
}
