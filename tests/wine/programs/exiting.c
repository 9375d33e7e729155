/* SPDX-License-Identifier: MIT */
/*
 * A program with no knowledge of cycletime that asks about its child, which works and then ends in a way of its own.
 * One "name success last-error value" a line.
 *
 *   exiting ENDING TICKS              return, exit, terminate, own-id, crash, abort, fail-fast, int-29: asks when the child
 *                                  has ended; live: while it waits; spared: tries to kill it then, without the right;
 *                                  killed, weak, nt, weak-job, unasked: kills the child, by a handle that allows that
 *                                  alone, by ntdll, by such a handle of its job; or one that never asked anything
 *   exiting ENDING TICKS REPORTS GOES   the child, with its handles of the two events
 */
#include "unaware.h"

#define REAPED 2500  /* ms after which Linux knows nothing of a process any more, also where its process 1 is slow */

static HANDLE reports, goes;  /* from the child, to the child */

static ULONG64 date(void)
{
    ULONG64 now;

    GetSystemTimeAsFileTime((FILETIME *)&now);
    return now;
}

static void report(const char *who, HANDLE process)
{
    ULONG64 cycles, began = tsc(), ended;
    struct times times;
    DWORD errors[2];
    BOOL done[2];

    memset(&times, 0xcc, sizeof times);
    memset(&cycles, 0xcc, sizeof cycles);
    SetLastError(POISON);
    done[0] = get_times(GetProcessTimes, process, &times);
    errors[0] = GetLastError();
    SetLastError(POISON);
    done[1] = QueryProcessCycleTime(process, &cycles);
    errors[1] = GetLastError();
    ended = tsc();
    note(who, "began", began);
    note(who, "ended", ended);
    say(who, "times", done[0], errors[0], times.kernel + times.user);
    say(who, "creation", done[0], errors[0], times.creation);
    say(who, "exit", done[0], errors[0], times.exit);
    say(who, "cycles", done[1], errors[1], cycles);
}

static ULONG64 ticks;

/* Works after the last query, so that no query includes this work. */
static void work_unasked(void)
{
    note("unasked", "ran", spin(ticks / 2).ran);
    note("last", "date", date());
}

static DWORD WINAPI exit_here(void *argument)
{
    (void)argument;
    work_unasked();
    ExitProcess(7);
}

static void wait_for_go(void)
{
    SetEvent(reports);
    wait_for(goes);
}

/* A crash without a debugger and a window. */
static LONG WINAPI end_quietly(EXCEPTION_POINTERS *exception)
{
    (void)exception;
    return EXCEPTION_EXECUTE_HANDLER;
}

static void crash(void)
{
    volatile int *volatile nowhere = NULL;

    SetUnhandledExceptionFilter(end_quietly);
    note("filter", "kept", SetUnhandledExceptionFilter(end_quietly) == end_quietly);
    *nowhere = 0;
}

/* Newer than the import libraries. */
static void fail_fast(void)
{
    typedef void (WINAPI *function)(EXCEPTION_RECORD *, CONTEXT *, DWORD);
    const function raise = (function)(PVOID)GetProcAddress(GetModuleHandleA("kernel32"), "RaiseFailFastException");

    if (raise) raise(NULL, NULL, 0);
}

static void end_as(const char *ending)
{
    const DWORD id = GetCurrentProcessId();

    if (!strcmp(ending, "terminate")) TerminateProcess(GetCurrentProcess(), 7);
    if (!strcmp(ending, "own-id")) TerminateProcess(OpenProcess(PROCESS_TERMINATE, FALSE, id), 7);
    if (!strcmp(ending, "crash")) crash();
    if (!strcmp(ending, "abort")) abort();
    if (!strcmp(ending, "fail-fast")) fail_fast();
    if (!strcmp(ending, "int-29")) __asm__ volatile("int $0x29" : : "c"(7));
}

static BOOL is_one_of(const char *ending, const char *const *endings)
{
    for (; *endings; endings++)
        if (!strcmp(ending, *endings)) return TRUE;
    return FALSE;
}

/* Returns whether the process does not report its own end. */
static BOOL is_sudden(const char *ending)
{
    static const char *const endings[] = { "terminate", "own-id", "crash", "fail-fast", "int-29", NULL };

    return is_one_of(ending, endings);
}

static BOOL is_killed(const char *ending)
{
    static const char *const endings[] = { "killed", "weak", "nt", "weak-job", "unasked", NULL };

    return is_one_of(ending, endings);
}

/* Works before it is killed, and then waits for that. */
static void be_victim(const char *ending)
{
    if (strcmp(ending, "unasked")) {
        report("later", GetCurrentProcess());
        Sleep(20);
    }
    work_unasked();
    SetEvent(reports);
    Sleep(PATIENCE);
}

/* The queries are far enough apart for each to be published. */
static int be_child(const char *ending)
{
    note("child", "ran", spin(ticks).ran);
    if (is_killed(ending)) be_victim(ending);
    report("child", GetCurrentProcess());
    note("between", "ran", spin(ticks / 10).ran);
    if (!strcmp(ending, "live") || !strcmp(ending, "spared")) wait_for_go();
    report("later", GetCurrentProcess());
    if (!strcmp(ending, "exit") && CreateThread(NULL, 0, exit_here, NULL, 0, NULL)) Sleep(PATIENCE);
    work_unasked();
    end_as(ending);
    return 7;
}

/* A handle for nothing but its end. NULL: it is in none, and the child lives on. */
static HANDLE job_of(HANDLE child)
{
    HANDLE job = CreateJobObjectW(NULL, NULL), handle = NULL;

    if (!AssignProcessToJobObject(job, child)) return NULL;
    DuplicateHandle(GetCurrentProcess(), job, GetCurrentProcess(), &handle, JOB_OBJECT_TERMINATE, FALSE, 0);
    return handle;
}

static BOOL kill_by_ntdll(HANDLE child)
{
    typedef LONG (WINAPI *function)(HANDLE, LONG);
    const function terminate = (function)(PVOID)GetProcAddress(GetModuleHandleA("ntdll"), "NtTerminateProcess");

    return terminate(child, 7) >= 0;
}

/* That it was killed is what the call says; its last error is that of before. */
static void kill_child(const char *ending, const PROCESS_INFORMATION *child)
{
    const DWORD rights = strcmp(ending, "spared") ? PROCESS_TERMINATE : PROCESS_QUERY_LIMITED_INFORMATION;
    const HANDLE weak = OpenProcess(rights, FALSE, child->dwProcessId);
    const HANDLE job = strcmp(ending, "weak-job") ? NULL : job_of(child->hProcess);
    ULONG64 before, after;
    BOOL done;

    SetLastError(POISON);
    before = tsc();
    if (job) done = TerminateJobObject(job, 7);
    else if (!strcmp(ending, "nt")) done = kill_by_ntdll(child->hProcess);
    else if (!strcmp(ending, "weak") || !strcmp(ending, "spared")) done = TerminateProcess(weak, 7);
    else done = TerminateProcess(child->hProcess, 7);
    after = tsc();
    say("kill", "ticks", done, GetLastError(), after - before);
}

static void be_parent(const char *ending)
{
    PROCESS_INFORMATION child;
    HANDLE either[2];
    DWORD code = 0;

    reports = inherited_event();
    goes = inherited_event();
    note("first", "date", date());
    note("first", "began", tsc());
    child = start_self(0, "%s %llu %p %p", ending, ticks, reports, goes);
    note("created", "date", date());
    either[0] = reports;
    either[1] = child.hProcess;
    if (WaitForMultipleObjects(2, either, FALSE, PATIENCE) == WAIT_OBJECT_0) {
        if (is_killed(ending) || !strcmp(ending, "spared")) kill_child(ending, &child);
        else report("live", child.hProcess);
    }
    SetEvent(goes);
    wait_for(child.hProcess);
    MUST(GetExitCodeProcess(child.hProcess, &code));
    note("over", "date", date());
    note("over", "ended", tsc());
    if (is_killed(ending) || is_sudden(ending)) Sleep(REAPED);
    report("parent", child.hProcess);
    note("exit", "code", code);
    report("again", child.hProcess);
}

int main(int argc, char **argv)
{
    if (argc < 3) return 1;
    ticks = strtoull(argv[2], NULL, 10);
    if (argc < 5) {
        be_parent(argv[1]);
        return 0;
    }
    reports = handle_from(argv[3]);
    goes = handle_from(argv[4]);
    return be_child(argv[1]);
}
