/* SPDX-License-Identifier: MIT */
/*
 * A program with no knowledge of cycletime, and processes that it puts into jobs. One "name success last-error value" a
 * line, from the first.
 *
 *   members MODE TICKS       one: a child is created suspended, assigned, resumed, waited for, and the job is asked
 *                           alive: the job is asked while the child waits, and when it was killed
 *                           tree: the child has three of its own, which outlive it
 *                           breakaway: the child has one that leaves the job
 *                           nested: the child in a job within a job, and one in the outer alone
 *                           handle: another process asks, while the child waits; and after the job there is another one
 *                           many: 60 children, some at once
 *                           reused: the handle is closed, and another process puts one of an empty job in its place; then
 *                           a child is put into that
 *                           other: the same, and of the new job a process of the other one's waits
 *                           period: another process begins a period of the job; then each kind of limit is set
 *                           forms: one job, by handles of every form, after a process that only a weak one put into it
 *                           own: a process in a job asks for its own by NULL, and so when it has put itself into another
 *   members work TICKS      does that and ends
 *   members wait TICKS      does that, says so by an event that it inherits, and waits
 *   members parent TICKS N FLAGS    does that and has N that work, with FLAGS, and waits for none of them
 *   members ask HANDLE      reports what the job of that handle used
 *   members limit HANDLE    sets a limit of that job's time
 *   members give TICKS EVENT PROCESS HANDLE MODE
 *                           when EVENT is set, puts a job's handle into PROCESS under that value
 */
#include "lost.h"
#include "spin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POISON 0xdeadbeefu
enum { PATIENCE = 60000, MANY = 60, AT_ONCE = 10 };

static WCHAR self[MAX_PATH];
static const WCHAR *ticks;

static void fail(int line)
{
    fprintf(stderr, "members: line %d, error %lu\n", line, GetLastError());
    ExitProcess(20);
}

#define MUST(what) ((what) ? (void)0 : fail(__LINE__))

static void note(const char *who, const char *what, ULONG64 value)
{
    printf("%s-%s %d %u %llu\n", who, what, TRUE, POISON, value);
    fflush(stdout);
}

static PROCESS_INFORMATION begin(const WCHAR *arguments, DWORD flags)
{
    STARTUPINFOW startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    WCHAR line[2 * MAX_PATH];
    BOOL done;

    _snwprintf(line, ARRAYSIZE(line), L"members %ls", arguments);
    do done = CreateProcessW(self, line, NULL, NULL, TRUE, flags, NULL, NULL, &startup, &child);
    while (is_lost(done));
    MUST(done);
    return child;
}

static PROCESS_INFORMATION begin_worker(DWORD flags)
{
    WCHAR arguments[MAX_PATH];

    _snwprintf(arguments, ARRAYSIZE(arguments), L"work %ls", ticks);
    return begin(arguments, flags);
}

static PROCESS_INFORMATION begin_in(HANDLE job, const WCHAR *mode, const WCHAR *more)
{
    PROCESS_INFORMATION child;
    WCHAR arguments[MAX_PATH];

    _snwprintf(arguments, ARRAYSIZE(arguments), L"%ls %ls %ls", mode, ticks, more);
    child = begin(arguments, CREATE_SUSPENDED);
    MUST(AssignProcessToJobObject(job, child.hProcess));
    return child;
}

static ULONG64 times_of(HANDLE process)
{
    ULONG64 creation, exit, kernel, user;

    MUST(GetProcessTimes(process, (FILETIME *)&creation, (FILETIME *)&exit, (FILETIME *)&kernel, (FILETIME *)&user));
    return kernel + user;
}

static ULONG64 end(PROCESS_INFORMATION child)
{
    ULONG64 times;

    MUST(WaitForSingleObject(child.hProcess, PATIENCE) == WAIT_OBJECT_0);
    times = times_of(child.hProcess);
    CloseHandle(child.hThread);
    CloseHandle(child.hProcess);
    return times;
}

static JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION ask(HANDLE job)
{
    JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION both = { .IoInfo = { .ReadOperationCount = 1 } };
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION basic;
    DWORD length = 0;

    MUST(QueryInformationJobObject(job, JobObjectBasicAccountingInformation, &basic, sizeof basic, &length));
    MUST(length == sizeof basic);
    MUST(basic.ThisPeriodTotalKernelTime.QuadPart <= basic.TotalKernelTime.QuadPart);
    MUST(basic.ThisPeriodTotalUserTime.QuadPart <= basic.TotalUserTime.QuadPart);
    MUST(QueryInformationJobObject(job, JobObjectBasicAndIoAccountingInformation, &both, sizeof both, &length));
    MUST(length == sizeof both && both.BasicInfo.TotalUserTime.QuadPart >= basic.TotalUserTime.QuadPart);
    MUST(both.BasicInfo.TotalKernelTime.QuadPart >= basic.TotalKernelTime.QuadPart);
    MUST(both.BasicInfo.TotalProcesses == basic.TotalProcesses);
    return both;
}

static ULONG64 used(HANDLE job)
{
    const JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION reported = ask(job);

    return (ULONG64)(reported.BasicInfo.TotalUserTime.QuadPart + reported.BasicInfo.TotalKernelTime.QuadPart);
}

static ULONG64 used_in_period(HANDLE job)
{
    const JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION reported = ask(job);

    return (ULONG64)(reported.BasicInfo.ThisPeriodTotalUserTime.QuadPart
                     + reported.BasicInfo.ThisPeriodTotalKernelTime.QuadPart);
}

static BOOL set_limit(HANDLE job, JOBOBJECTINFOCLASS class, DWORD flags)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = { .BasicLimitInformation = { .LimitFlags = flags } };

    limit.BasicLimitInformation.PerJobUserTimeLimit.QuadPart = 600 * 10000000ll;
    limit.BasicLimitInformation.ActiveProcessLimit = 100;
    return SetInformationJobObject(job, class, &limit,
                                   class == JobObjectBasicLimitInformation ? sizeof limit.BasicLimitInformation
                                                                           : sizeof limit);
}

static HANDLE create(DWORD limits)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = { .BasicLimitInformation = { .LimitFlags = limits } };
    HANDLE job = CreateJobObjectW(NULL, NULL);

    MUST(job != NULL);
    if (limits) MUST(SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof limit));
    return job;
}

/* By one class alone; FALSE: the system does not know such a job. */
static BOOL used_by_class(HANDLE job, JOBOBJECTINFOCLASS class, ULONG64 *times)
{
    JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION reported;
    const DWORD size = class == JobObjectBasicAccountingInformation ? sizeof reported.BasicInfo : sizeof reported;

    if (!QueryInformationJobObject(job, class, &reported, size, NULL)) return FALSE;
    *times = (ULONG64)(reported.BasicInfo.TotalUserTime.QuadPart + reported.BasicInfo.TotalKernelTime.QuadPart);
    return TRUE;
}

static void one(void)
{
    const HANDLE job = create(0);
    PROCESS_INFORMATION child;

    note("job", "before", used(job));
    child = begin_in(job, L"work", L"");
    ResumeThread(child.hThread);
    note("child", "times", end(child));
    note("job", "times", used(job));
    note("job", "processes", ask(job).BasicInfo.TotalProcesses);
    CloseHandle(job);
    note("next", "times", used(create(0)));
}

/* An event that children inherit, by its handle. */
static HANDLE event_for(WCHAR *text)
{
    SECURITY_ATTRIBUTES inherited = { .nLength = sizeof inherited, .bInheritHandle = TRUE };
    const HANDLE event = CreateEventW(&inherited, FALSE, FALSE, NULL);

    MUST(event != NULL);
    _snwprintf(text, 32, L"%llu", (unsigned long long)(ULONG_PTR)event);
    return event;
}

static PROCESS_INFORMATION begin_waiting(HANDLE job)
{
    PROCESS_INFORMATION child;
    WCHAR text[32];
    const HANDLE event = event_for(text);

    child = begin_in(job, L"wait", text);
    ResumeThread(child.hThread);
    MUST(WaitForSingleObject(event, PATIENCE) == WAIT_OBJECT_0);
    Sleep(50);
    return child;
}

static void alive(void)
{
    const HANDLE job = create(0);
    const PROCESS_INFORMATION child = begin_waiting(job);

    note("low", "times", times_of(child.hProcess));
    note("job", "alive", used(job));
    note("high", "times", times_of(child.hProcess));
    MUST(TerminateProcess(child.hProcess, 1));
    note("killed", "times", end(child));
    note("job", "times", used(job));
}

static void wait_until_empty(HANDLE job)
{
    int i;

    for (i = 0; i < PATIENCE / 10 && ask(job).BasicInfo.ActiveProcesses; i++) Sleep(10);
    MUST(!ask(job).BasicInfo.ActiveProcesses);
}

static void tree(void)
{
    const HANDLE job = create(0);
    const PROCESS_INFORMATION child = begin_in(job, L"parent", L"3 0");

    ResumeThread(child.hThread);
    note("child", "times", end(child));
    wait_until_empty(job);
    note("job", "times", used(job));
    note("job", "processes", ask(job).BasicInfo.TotalProcesses);
}

static void breakaway(void)
{
    const HANDLE job = create(JOB_OBJECT_LIMIT_BREAKAWAY_OK);
    PROCESS_INFORMATION child;
    WCHAR more[32];

    _snwprintf(more, ARRAYSIZE(more), L"1 %lu", (DWORD)CREATE_BREAKAWAY_FROM_JOB);
    child = begin_in(job, L"parent", more);
    ResumeThread(child.hThread);
    note("child", "times", end(child));
    Sleep(1000);
    note("job", "times", used(job));
    note("job", "processes", ask(job).BasicInfo.TotalProcesses);
}

static void nested(void)
{
    const HANDLE outer = create(0), inner = create(0);
    PROCESS_INFORMATION child = begin_in(outer, L"work", L"");

    MUST(AssignProcessToJobObject(inner, child.hProcess));
    ResumeThread(child.hThread);
    note("inner", "child", end(child));
    child = begin_in(outer, L"work", L"");
    ResumeThread(child.hThread);
    note("outer", "child", end(child));
    note("inner", "times", used(inner));
    note("outer", "times", used(outer));
    note("outer", "processes", ask(outer).BasicInfo.TotalProcesses);
}

/* Another process does something with the job, by a copy of the handle that it inherits. */
static HANDLE let_another(const WCHAR *mode, HANDLE job, DWORD access)
{
    HANDLE other;
    WCHAR text[64];

    MUST(DuplicateHandle(GetCurrentProcess(), job, GetCurrentProcess(), &other, access, TRUE,
                         access ? 0 : DUPLICATE_SAME_ACCESS));
    _snwprintf(text, ARRAYSIZE(text), L"%ls %llu", mode, (unsigned long long)(ULONG_PTR)other);
    end(begin(text, 0));
    return other;
}

/* Another process queries the job by a copy of the handle, then this one by a further copy. */
static void handle(void)
{
    const HANDLE job = create(0);
    const PROCESS_INFORMATION child = begin_waiting(job);
    HANDLE other, same;

    note("low", "times", times_of(child.hProcess));
    other = let_another(L"ask", job, 0);
    note("high", "times", times_of(child.hProcess));
    MUST(TerminateJobObject(job, 1));
    note("killed", "times", end(child));
    MUST(DuplicateHandle(GetCurrentProcess(), other, GetCurrentProcess(), &same, 0, FALSE, DUPLICATE_SAME_ACCESS));
    note("copy", "times", used(same));
}

/* Each is tried after the one before it: what it begins, and whether the system takes it, which some do not. */
static void note_limits(HANDLE job)
{
    static const struct {
        const char *name;
        JOBOBJECTINFOCLASS class;
        DWORD flags;
    } limits[] = {
        { "preserved", JobObjectBasicLimitInformation, JOB_OBJECT_LIMIT_PRESERVE_JOB_TIME },
        { "both", JobObjectExtendedLimitInformation, JOB_OBJECT_LIMIT_PRESERVE_JOB_TIME | JOB_OBJECT_LIMIT_JOB_TIME },
        { "others", JobObjectExtendedLimitInformation, JOB_OBJECT_LIMIT_ACTIVE_PROCESS },
        { "refused", JobObjectBasicLimitInformation, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_JOB_TIME },
        { "none", JobObjectBasicLimitInformation, 0 },
        { "extended", JobObjectExtendedLimitInformation, JOB_OBJECT_LIMIT_JOB_TIME },
    };
    unsigned i;

    for (i = 0; i < ARRAYSIZE(limits); i++) {
        set_limit(job, limits[i].class, limits[i].flags);
        note(limits[i].name, "period", used_in_period(job));
    }
}

/* Once another process sets the limit, by a handle without the right to query, and once this one. */
static void period(void)
{
    const HANDLE job = create(0);
    PROCESS_INFORMATION child = begin_waiting(job);

    note("low", "times", times_of(child.hProcess));
    note("first", "period", used_in_period(job));
    note("high", "times", times_of(child.hProcess));
    let_another(L"limit", job, JOB_OBJECT_SET_ATTRIBUTES);
    note("other", "period", used_in_period(job));
    MUST(TerminateProcess(child.hProcess, 1));
    end(child);
    note("before", "times", used(job));
    MUST(set_limit(job, JobObjectBasicLimitInformation, JOB_OBJECT_LIMIT_JOB_TIME));
    note("basic", "period", used_in_period(job));
    child = begin_in(job, L"work", L"");
    ResumeThread(child.hThread);
    note("second", "times", end(child));
    note("job", "period", used_in_period(job));
    note("job", "times", used(job));
    note_limits(job);
    note("after", "times", used(job));
}

static void many(void)
{
    const HANDLE job = create(0);
    PROCESS_INFORMATION children[AT_ONCE];
    ULONG64 all = 0;
    int i, j;

    for (i = 0; i < MANY; i += AT_ONCE) {
        for (j = 0; j < AT_ONCE; j++) children[j] = begin_in(job, L"work", L"");
        for (j = 0; j < AT_ONCE; j++) ResumeThread(children[j].hThread);
        for (j = 0; j < AT_ONCE; j++) all += end(children[j]);
    }
    note("children", "times", all);
    note("job", "times", used(job));
    note("job", "processes", ask(job).BasicInfo.TotalProcesses);
}

/* A child's process, which has a job's handle put here under the closed one's value, as nobody here sees. */
static void give(WCHAR **arguments)
{
    const HANDLE event = (HANDLE)(ULONG_PTR)_wcstoui64(arguments[0], NULL, 10);
    const HANDLE process = OpenProcess(PROCESS_DUP_HANDLE, FALSE, wcstoul(arguments[1], NULL, 10));
    const ULONG_PTR value = (ULONG_PTR)_wcstoui64(arguments[2], NULL, 10);
    const HANDLE job = create(0);
    HANDLE there = NULL;
    int i;

    MUST(process != NULL);
    if (!wcscmp(arguments[3], L"other")) begin_waiting(job);
    MUST(WaitForSingleObject(event, PATIENCE) == WAIT_OBJECT_0);
    for (i = 0; i < 1000 && (ULONG_PTR)there != value; i++)
        MUST(DuplicateHandle(GetCurrentProcess(), job, process, &there, 0, FALSE, DUPLICATE_SAME_ACCESS));
    MUST((ULONG_PTR)there == value);
}

/* The handle of a new job; that of a closed one, in which one process worked, had the same value. */
static HANDLE reuse(const WCHAR *mode)
{
    const HANDLE job = create(0);
    PROCESS_INFORMATION child = begin_in(job, L"work", L"");
    WCHAR text[32], arguments[MAX_PATH];
    HANDLE event;

    ResumeThread(child.hThread);
    note("closed", "child", end(child));
    note("closed", "times", used(job));
    event = event_for(text);
    _snwprintf(arguments, ARRAYSIZE(arguments), L"give %ls %ls %lu %llu %ls", ticks, text, GetCurrentProcessId(),
               (unsigned long long)(ULONG_PTR)job, mode);
    child = begin(arguments, 0);
    CloseHandle(job);
    SetEvent(event);
    end(child);
    return job;
}

static void reused(void)
{
    PROCESS_INFORMATION child;
    HANDLE job;

    note("next", "times", used(reuse(L"empty")));
    job = reuse(L"empty");
    child = begin_in(job, L"work", L"");
    ResumeThread(child.hThread);
    note("next", "child", end(child));
    note("next", "sum", used(job));
}

static void other(void)
{
    const HANDLE job = reuse(L"other");
    JOBOBJECT_BASIC_PROCESS_ID_LIST list;
    HANDLE process;

    MUST(QueryInformationJobObject(job, JobObjectBasicProcessIdList, &list, sizeof list, NULL));
    MUST(list.NumberOfProcessIdsInList == 1);
    MUST((process = OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, (DWORD)list.ProcessIdList[0])));
    note("low", "times", times_of(process));
    note("next", "times", used(job));
    note("high", "times", times_of(process));
    MUST(TerminateJobObject(job, 1));
}

static HANDLE copy(HANDLE process, HANDLE job, DWORD access)
{
    const DWORD options = access ? 0 : DUPLICATE_SAME_ACCESS;
    HANDLE there;

    MUST(DuplicateHandle(process, job, process, &there, access, FALSE, options));
    return there;
}

static HANDLE copied(HANDLE job)
{
    return copy(GetCurrentProcess(), job, 0);
}

static HANDLE copied_weak(HANDLE job)
{
    return copy(GetCurrentProcess(), job, JOB_OBJECT_QUERY);
}

static HANDLE this_process; /* a handle that is no pseudo handle */

static HANDLE copied_by_number(HANDLE job)
{
    return copy(this_process, job, 0);
}

/* The system does not look at the two lowest bits. */
static HANDLE marked(HANDLE job)
{
    return (HANDLE)((ULONG_PTR)job | 1);
}

static HANDLE itself(HANDLE job)
{
    return job;
}

static void note_used(const char *who, HANDLE job)
{
    ULONG64 basic, both;

    MUST(used_by_class(job, JobObjectBasicAccountingInformation, &basic));
    MUST(used_by_class(job, JobObjectBasicAndIoAccountingInformation, &both));
    note(who, "basic", basic);
    note(who, "both", both);
}

/* Handles of JOB, one of which has the value of a closed one. */
static void note_forms(HANDLE job, HANDLE closed)
{
    static const struct {
        const char *name;
        HANDLE (*of)(HANDLE job);
    } forms[] = { { "marked", marked },           { "itself", itself }, { "weak", copied_weak },
                  { "number", copied_by_number }, { "copied", copied } };
    HANDLE reused = NULL;
    ULONG64 times;
    unsigned i;

    MUST((this_process = OpenProcess(PROCESS_DUP_HANDLE, FALSE, GetCurrentProcessId())));
    CloseHandle(closed);
    MUST(!used_by_class(closed, JobObjectBasicAccountingInformation, &times));
    MUST(!used_by_class(closed, JobObjectBasicAndIoAccountingInformation, &times));
    for (i = 0; i < 1000 && reused != closed; i++) reused = copied_by_number(job);
    MUST(reused == closed);
    note_used("reused", reused);
    for (i = 0; i < ARRAYSIZE(forms); i++) note_used(forms[i].name, forms[i].of(job));
}

static void forms(void)
{
    const HANDLE closed = create(0), job = CreateJobObjectW(NULL, L"cycletime members forms");
    PROCESS_INFORMATION first = begin_in(closed, L"work", L""), second;
    HANDLE weak;

    ResumeThread(first.hThread);
    end(first);
    first = begin_waiting(job);
    MUST((weak = OpenJobObjectW(JOB_OBJECT_ASSIGN_PROCESS, FALSE, L"cycletime members forms")));
    second = begin_in(weak, L"work", L"");
    ResumeThread(second.hThread);
    note("second", "times", end(second));
    MUST(TerminateProcess(first.hProcess, 1));
    note("first", "times", end(first));
    note_forms(job, closed);
}

/* In a job, of which nobody here has a handle. */
static void inside(void)
{
    const ULONG64 child = end(begin_worker(0)), before = times_of(GetCurrentProcess());
    const HANDLE inner = create(0);
    ULONG64 times;

    note("outer", "low", child + before);
    note("null", "known", used_by_class(NULL, JobObjectBasicAccountingInformation, &times));
    if (!used_by_class(NULL, JobObjectBasicAccountingInformation, &times)) return;
    note_used("outer", NULL);
    note("outer", "high", child + times_of(GetCurrentProcess()));
    MUST(AssignProcessToJobObject(inner, GetCurrentProcess()));
    note("inner", "low", times_of(GetCurrentProcess()));
    note_used("inner", NULL);
    note_used("handle", inner);
    note("inner", "high", times_of(GetCurrentProcess()));
}

static void own(void)
{
    const PROCESS_INFORMATION child = begin_in(create(0), L"inside", L"");

    ResumeThread(child.hThread);
    end(child);
}

static void parent(int count, DWORD flags)
{
    PROCESS_INFORMATION child;

    while (count--) {
        child = begin_worker(flags);
        CloseHandle(child.hThread);
        CloseHandle(child.hProcess);
    }
}

int wmain(int count, WCHAR **arguments)
{
    static const struct {
        const WCHAR *name;
        void (*run)(void);
    } modes[] = { { L"one", one }, { L"alive", alive }, { L"tree", tree }, { L"breakaway", breakaway },
                 { L"nested", nested }, { L"handle", handle }, { L"many", many }, { L"reused", reused },
                 { L"other", other }, { L"forms", forms }, { L"period", period }, { L"own", own },
                 { L"inside", inside } };
    unsigned i;

    if (count < 3) return 19;
    GetModuleFileNameW(NULL, self, ARRAYSIZE(self));
    ticks = arguments[2];
    for (i = 0; i < ARRAYSIZE(modes); i++) {
        if (wcscmp(arguments[1], modes[i].name)) continue;
        modes[i].run();
        return 0;
    }
    if (!wcscmp(arguments[1], L"ask")) {
        note("asked", "times", used((HANDLE)(ULONG_PTR)_wcstoui64(ticks, NULL, 10)));
        return 0;
    }
    if (!wcscmp(arguments[1], L"limit")) {
        MUST(set_limit((HANDLE)(ULONG_PTR)_wcstoui64(ticks, NULL, 10), JobObjectBasicLimitInformation,
                       JOB_OBJECT_LIMIT_JOB_TIME));
        return 0;
    }
    if (!wcscmp(arguments[1], L"give")) {
        give(arguments + 3);
        return 0;
    }
    spin(_wcstoui64(ticks, NULL, 10));
    if (!wcscmp(arguments[1], L"parent")) parent(_wtoi(arguments[3]), (DWORD)_wtoi(arguments[4]));
    if (!wcscmp(arguments[1], L"wait")) {
        SetEvent((HANDLE)(ULONG_PTR)_wcstoui64(arguments[3], NULL, 10));
        Sleep(PATIENCE);
    }
    return 0;
}
