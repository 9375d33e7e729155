/* SPDX-License-Identifier: MIT */
/* exit_codes.exe HOW [CODE]: ends in one way.
   return, exit, terminate: with CODE    own-handle: the same, by a handle of its own process
   crash, crash-threads: by a write to NULL, with one thread or two    fail-fast: by __fastfail
   killed, killed-threads: is ended by its child, after 9    job: by its child, which ends their job with 11
   killed-at-exit: the same as killed, while it hangs in its exit    stay: prints its Windows id, and stays
   handles: the same, but ends with CODE at Ctrl-C    passes: the same, but leaves Ctrl-C to Windows after it has noticed it
   debugged: a thread ends, then its child debugs it and ends    thread: its only thread ends itself, with CODE
   together: nine threads end at once, with CODE each
   exit_codes.exe kill|kill-job|debug NUMBER HANDLE: that child; NUMBER is its parent, HANDLE the job. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { PATIENCE = 60000, OTHERS = 8 };

static DWORD WINAPI sleep_on(void *milliseconds)
{
    Sleep((DWORD)(ULONG_PTR)milliseconds);
    return 3;
}

static void start_child(const char *self, const char *how, HANDLE handle)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION made;
    char line[MAX_PATH + 64];

    snprintf(line, sizeof line, "\"%s\" %s %lu %lu", self, how, GetCurrentProcessId(), (unsigned long)(ULONG_PTR)handle);
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &made)) ExitProcess(99);
}

static void begin_and_end_a_thread(void)
{
    WaitForSingleObject(CreateThread(NULL, 0, sleep_on, NULL, 0, NULL), INFINITE);
    CreateThread(NULL, 0, sleep_on, (void *)(ULONG_PTR)PATIENCE, 0, NULL);
}

static int be_killed(const char *self)
{
    start_child(self, "kill", NULL);
    Sleep(PATIENCE);
    return 2;
}

static const char *own_name;

static void hang_in_exit(void)
{
    be_killed(own_name);
}

static int be_ended_with_job(const char *self)
{
    SECURITY_ATTRIBUTES inherited = { .nLength = sizeof inherited, .bInheritHandle = TRUE };
    const HANDLE job = CreateJobObjectA(&inherited, NULL);

    if (!AssignProcessToJobObject(job, GetCurrentProcess())) return 98;
    start_child(self, "kill-job", job); /* which is in the job too */
    Sleep(PATIENCE);
    return 2;
}

/* Ends at the break-in thread's breakpoint, while it debugs the process, which ends with it. */
static int debug_process(DWORD id)
{
    DEBUG_EVENT event;

    if (!DebugActiveProcess(id)) return 1;
    while (WaitForDebugEvent(&event, PATIENCE) && event.dwDebugEventCode != EXCEPTION_DEBUG_EVENT)
        ContinueDebugEvent(event.dwProcessId, event.dwThreadId, DBG_CONTINUE);
    return 0;
}

static DWORD WINAPI end_with_others(void *code)
{
    static volatile LONG ready;

    InterlockedIncrement(&ready);
    while (ready <= OTHERS) SwitchToThread();
    return (DWORD)(ULONG_PTR)code;
}

static void end_together(UINT code)
{
    int i;

    for (i = 0; i < OTHERS; i++)
        if (!CreateThread(NULL, 0, end_with_others, (void *)(ULONG_PTR)code, 0, NULL)) ExitProcess(96);
    ExitThread(end_with_others((void *)(ULONG_PTR)code));
}

static int kill_process(DWORD id)
{
    const HANDLE process = OpenProcess(PROCESS_TERMINATE, FALSE, id);

    Sleep(100);
    return !TerminateProcess(process, 9);
}

static int kill_job(HANDLE job)
{
    return !TerminateJobObject(job, 11);
}

static UINT code_at_ctrl_c;

static BOOL WINAPI end_at_ctrl_c(DWORD event)
{
    (void)event;
    ExitProcess(code_at_ctrl_c);
}

static BOOL WINAPI pass_on(DWORD event)
{
    (void)event;
    return FALSE;
}

static void stay(const char *how, UINT code)
{
    code_at_ctrl_c = code;
    if (!strcmp(how, "handles")) SetConsoleCtrlHandler(end_at_ctrl_c, TRUE);
    if (!strcmp(how, "passes")) SetConsoleCtrlHandler(pass_on, TRUE);
    printf("%lu\n", GetCurrentProcessId());
    fflush(stdout);
}

static int end_by(const char *how, UINT code)
{
    if (!strcmp(how, "return")) return (int)code;
    if (!strcmp(how, "exit")) ExitProcess(code);
    if (!strcmp(how, "terminate")) TerminateProcess(GetCurrentProcess(), code);
    if (!strcmp(how, "own-handle")) TerminateProcess(OpenProcess(PROCESS_TERMINATE, FALSE, GetCurrentProcessId()), code);
    if (!strcmp(how, "thread")) TerminateThread(GetCurrentThread(), code);
    if (!strcmp(how, "together")) end_together(code);
    if (!strcmp(how, "fail-fast")) __asm__ volatile("int $0x29" : : "c"(7));
    Sleep(PATIENCE);
    return 97;
}

int main(int count, char **words)
{
    const char *how = count > 1 ? words[1] : "";

    if (count > 3 && !strcmp(how, "kill")) return kill_process(strtoul(words[2], NULL, 10));
    if (count > 3 && !strcmp(how, "kill-job")) return kill_job((HANDLE)(ULONG_PTR)strtoul(words[3], NULL, 10));
    if (count > 3 && !strcmp(how, "debug")) return debug_process(strtoul(words[2], NULL, 10));
    if (strstr(how, "-threads") || !strcmp(how, "debugged")) begin_and_end_a_thread();
    if (!strncmp(how, "crash", 5)) *(volatile int *)NULL = 1;
    if (!strcmp(how, "job")) return be_ended_with_job(words[0]);
    own_name = words[0];
    if (!strcmp(how, "killed-at-exit")) return atexit(hang_in_exit);
    if (!strncmp(how, "killed", 6)) return be_killed(words[0]);
    if (!strcmp(how, "debugged")) start_child(words[0], "debug", NULL);
    if (!strcmp(how, "stay") || !strcmp(how, "handles") || !strcmp(how, "passes"))
        stay(how, count > 2 ? strtoul(words[2], NULL, 0) : 0);
    return end_by(how, count > 2 ? strtoul(words[2], NULL, 0) : 0);
}
