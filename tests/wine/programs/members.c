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
 *                           elsewhere: the job by its name, and from another process, when its only process has ended
 *                           own: a process in a job asks for its own by NULL, and so when it has put itself into another
 *   members work TICKS      does that, and as much in the kernel, and ends
 *   members wait TICKS      does that, says so by an event that it inherits, and waits
 *   members parent TICKS N FLAGS    does that and has N that work, with FLAGS, and waits for none of them
 *   members ask HANDLE      reports what the job of that handle used
 *   members find TICKS      reports what the job of the mode "elsewhere" used, by its name
 *   members limit HANDLE    sets a limit of that job's time
 *   members give TICKS EVENT PROCESS HANDLE MODE
 *                           when EVENT is set, puts a job's handle into PROCESS under that value
 */
#include "unaware.h"

enum { MANY = 60, AT_ONCE = 10 };

static char **words;  /* the program's arguments */
static ULONG64 ticks;

/* The child is suspended. */
static PROCESS_INFORMATION begin_in(HANDLE job, const char *mode, const char *more)
{
    const PROCESS_INFORMATION child = start_self(CREATE_SUSPENDED, "%s %llu %s", mode, ticks, more);

    MUST(AssignProcessToJobObject(job, child.hProcess));
    return child;
}

static struct times end(PROCESS_INFORMATION child)
{
    struct times times;

    wait_for(child.hProcess);
    times = times_of(GetProcessTimes, child.hProcess);
    CloseHandle(child.hThread);
    CloseHandle(child.hProcess);
    return times;
}

static struct times resume_and_end(PROCESS_INFORMATION child)
{
    ResumeThread(child.hThread);
    return end(child);
}

static struct times work_in(HANDLE job)
{
    return resume_and_end(begin_in(job, "work", ""));
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

static struct times job_times(JOBOBJECT_BASIC_ACCOUNTING_INFORMATION reported)
{
    return (struct times){ .kernel = (ULONG64)reported.TotalKernelTime.QuadPart,
                           .user = (ULONG64)reported.TotalUserTime.QuadPart };
}

static struct times used(HANDLE job)
{
    return job_times(ask(job).BasicInfo);
}

static struct times used_in_period(HANDLE job)
{
    const JOBOBJECT_BASIC_ACCOUNTING_INFORMATION reported = ask(job).BasicInfo;

    return (struct times){ .kernel = (ULONG64)reported.ThisPeriodTotalKernelTime.QuadPart,
                           .user = (ULONG64)reported.ThisPeriodTotalUserTime.QuadPart };
}

static struct times add(struct times one, struct times other)
{
    return (struct times){ .kernel = one.kernel + other.kernel, .user = one.user + other.user };
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
static BOOL used_by_class(HANDLE job, JOBOBJECTINFOCLASS class, struct times *times)
{
    JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION reported;
    const DWORD size = class == JobObjectBasicAccountingInformation ? sizeof reported.BasicInfo : sizeof reported;

    if (!QueryInformationJobObject(job, class, &reported, size, NULL)) return FALSE;
    *times = job_times(reported.BasicInfo);
    return TRUE;
}

static void one(void)
{
    const HANDLE job = create(0);

    note_times("job", "before", used(job));
    note_times("child", "times", work_in(job));
    note_times("job", "times", used(job));
    note("job", "processes", ask(job).BasicInfo.TotalProcesses);
    Sleep(200); /* meanwhile `cycletime run`, if there is one, writes the end record */
    note_times("job", "later", used(job));
    CloseHandle(job);
    note_times("next", "times", used(create(0)));
}

static PROCESS_INFORMATION begin_waiting(HANDLE job)
{
    const HANDLE event = inherited_event();
    PROCESS_INFORMATION child;
    char text[32];

    snprintf(text, sizeof text, "%p", event);
    child = begin_in(job, "wait", text);
    ResumeThread(child.hThread);
    wait_for(event);
    Sleep(50);
    return child;
}

static void alive(void)
{
    const HANDLE job = create(0);
    const PROCESS_INFORMATION child = begin_waiting(job);

    note_times("low", "times", times_of(GetProcessTimes, child.hProcess));
    note_times("job", "alive", used(job));
    note_times("high", "times", times_of(GetProcessTimes, child.hProcess));
    MUST(TerminateProcess(child.hProcess, 1));
    note_times("killed", "times", end(child));
    note_times("job", "times", used(job));
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

    note_times("child", "times", resume_and_end(begin_in(job, "parent", "3 0")));
    wait_until_empty(job);
    note_times("job", "times", used(job));
    note("job", "processes", ask(job).BasicInfo.TotalProcesses);
}

static void breakaway(void)
{
    const HANDLE job = create(JOB_OBJECT_LIMIT_BREAKAWAY_OK);
    char more[32];

    snprintf(more, sizeof more, "1 %lu", (DWORD)CREATE_BREAKAWAY_FROM_JOB);
    note_times("child", "times", resume_and_end(begin_in(job, "parent", more)));
    Sleep(1000);
    note_times("job", "times", used(job));
    note("job", "processes", ask(job).BasicInfo.TotalProcesses);
}

static void nested(void)
{
    const HANDLE outer = create(0), inner = create(0);
    const PROCESS_INFORMATION child = begin_in(outer, "work", "");
    struct times inner_child;

    MUST(AssignProcessToJobObject(inner, child.hProcess));
    inner_child = resume_and_end(child);
    note_times("inner", "child", inner_child);
    note_times("outer", "children", add(inner_child, work_in(outer)));
    note_times("inner", "times", used(inner));
    note_times("outer", "times", used(outer));
    note("outer", "processes", ask(outer).BasicInfo.TotalProcesses);
}

static HANDLE copy(HANDLE process, HANDLE job, DWORD access, BOOL is_inherited)
{
    const DWORD options = access ? 0 : DUPLICATE_SAME_ACCESS;
    HANDLE there;

    MUST(DuplicateHandle(process, job, process, &there, access, is_inherited, options));
    return there;
}

/* Another process does something with the job, by a copy of the handle that it inherits. */
static HANDLE let_another(const char *mode, HANDLE job, DWORD access)
{
    const HANDLE other = copy(GetCurrentProcess(), job, access, TRUE);

    end(start_self(0, "%s %p", mode, other));
    return other;
}

/* Another process queries the job by a copy of the handle, then this one by a further copy. */
static void handle(void)
{
    const HANDLE job = create(0);
    const PROCESS_INFORMATION child = begin_waiting(job);
    HANDLE other;

    note_times("low", "times", times_of(GetProcessTimes, child.hProcess));
    other = let_another("ask", job, 0);
    note_times("high", "times", times_of(GetProcessTimes, child.hProcess));
    MUST(TerminateJobObject(job, 1));
    note_times("killed", "times", end(child));
    note_times("copy", "times", used(copy(GetCurrentProcess(), other, 0, FALSE)));
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
        note_times(limits[i].name, "period", used_in_period(job));
    }
}

/* Once another process sets the limit, by a handle without the right to query, and once this one. */
static void period(void)
{
    const HANDLE job = create(0);
    const PROCESS_INFORMATION child = begin_waiting(job);

    note_times("low", "times", times_of(GetProcessTimes, child.hProcess));
    note_times("first", "period", used_in_period(job));
    note_times("high", "times", times_of(GetProcessTimes, child.hProcess));
    let_another("limit", job, JOB_OBJECT_SET_ATTRIBUTES);
    note_times("other", "period", used_in_period(job));
    MUST(TerminateProcess(child.hProcess, 1));
    end(child);
    note_times("before", "times", used(job));
    MUST(set_limit(job, JobObjectBasicLimitInformation, JOB_OBJECT_LIMIT_JOB_TIME));
    note_times("basic", "period", used_in_period(job));
    note_times("second", "times", work_in(job));
    note_times("job", "period", used_in_period(job));
    note_times("job", "times", used(job));
    note_limits(job);
    note_times("after", "times", used(job));
}

static void many(void)
{
    const HANDLE job = create(0);
    PROCESS_INFORMATION children[AT_ONCE];
    struct times all = { .kernel = 0 };
    int i, j;

    for (i = 0; i < MANY; i += AT_ONCE) {
        for (j = 0; j < AT_ONCE; j++) children[j] = begin_in(job, "work", "");
        for (j = 0; j < AT_ONCE; j++) ResumeThread(children[j].hThread);
        for (j = 0; j < AT_ONCE; j++) all = add(all, end(children[j]));
    }
    note_times("children", "times", all);
    note_times("job", "times", used(job));
    note("job", "processes", ask(job).BasicInfo.TotalProcesses);
}

/* A child's process, which has a job's handle put here under the closed one's value, as nobody here sees. */
static void give(void)
{
    const HANDLE event = handle_from(words[3]), value = handle_from(words[5]);
    const HANDLE process = OpenProcess(PROCESS_DUP_HANDLE, FALSE, strtoul(words[4], NULL, 10));
    const HANDLE job = create(0);
    HANDLE there = NULL;
    int i;

    MUST(process != NULL);
    if (!strcmp(words[6], "other")) begin_waiting(job);
    wait_for(event);
    for (i = 0; i < 1000 && there != value; i++)
        MUST(DuplicateHandle(GetCurrentProcess(), job, process, &there, 0, FALSE, DUPLICATE_SAME_ACCESS));
    MUST(there == value);
}

/* The handle of a new job; that of a closed one, in which one process worked, had the same value. */
static HANDLE reuse(const char *mode)
{
    const HANDLE job = create(0), event = inherited_event();
    PROCESS_INFORMATION child;

    note_times("closed", "child", work_in(job));
    note_times("closed", "times", used(job));
    child = start_self(0, "give %llu %p %lu %p %s", ticks, event, GetCurrentProcessId(), job, mode);
    CloseHandle(job);
    SetEvent(event);
    end(child);
    return job;
}

static void reused(void)
{
    HANDLE job;

    note_times("next", "times", used(reuse("empty")));
    job = reuse("empty");
    note_times("next", "child", work_in(job));
    note_times("next", "sum", used(job));
}

static void other(void)
{
    const HANDLE job = reuse("other");
    JOBOBJECT_BASIC_PROCESS_ID_LIST list;
    HANDLE process;

    MUST(QueryInformationJobObject(job, JobObjectBasicProcessIdList, &list, sizeof list, NULL));
    MUST(list.NumberOfProcessIdsInList == 1);
    MUST((process = OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, (DWORD)list.ProcessIdList[0])));
    note_times("low", "times", times_of(GetProcessTimes, process));
    note_times("next", "times", used(job));
    note_times("high", "times", times_of(GetProcessTimes, process));
    MUST(TerminateJobObject(job, 1));
}

static HANDLE copied(HANDLE job)
{
    return copy(GetCurrentProcess(), job, 0, FALSE);
}

static HANDLE copied_weak(HANDLE job)
{
    return copy(GetCurrentProcess(), job, JOB_OBJECT_QUERY, FALSE);
}

static HANDLE this_process; /* a handle that is no pseudo handle */

static HANDLE copied_by_number(HANDLE job)
{
    return copy(this_process, job, 0, FALSE);
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
    struct times basic, both;

    MUST(used_by_class(job, JobObjectBasicAccountingInformation, &basic));
    MUST(used_by_class(job, JobObjectBasicAndIoAccountingInformation, &both));
    note_times(who, "basic", basic);
    note_times(who, "both", both);
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
    struct times times;
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
    PROCESS_INFORMATION first;
    struct times second;
    HANDLE weak;

    work_in(closed);
    first = begin_waiting(job);
    MUST((weak = OpenJobObjectW(JOB_OBJECT_ASSIGN_PROCESS, FALSE, L"cycletime members forms")));
    second = work_in(weak);
    MUST(TerminateProcess(first.hProcess, 1));
    note_times("both", "times", add(end(first), second));
    note_forms(job, closed);
}

static const WCHAR name_elsewhere[] = L"cycletime members elsewhere";

static HANDLE opened(void)
{
    const HANDLE job = OpenJobObjectW(JOB_OBJECT_QUERY, FALSE, name_elsewhere);

    MUST(job != NULL);
    return job;
}

static void elsewhere(void)
{
    const HANDLE job = CreateJobObjectW(NULL, name_elsewhere);

    work_in(job);
    note_times("itself", "times", used(job));
    note_times("opened", "times", used(opened()));
    note_times("created", "times", used(CreateJobObjectW(NULL, name_elsewhere)));
    let_another("ask", job, 0);
    end(start_self(0, "find %llu", ticks));
}

/* In a job, of which nobody here has a handle. */
static void inside(void)
{
    const struct times child = end(start_self(0, "work %llu", ticks));
    const HANDLE inner = create(0);
    struct times times;

    note_times("outer", "low", add(child, times_of(GetProcessTimes, GetCurrentProcess())));
    note("null", "known", used_by_class(NULL, JobObjectBasicAccountingInformation, &times));
    if (!used_by_class(NULL, JobObjectBasicAccountingInformation, &times)) return;
    note_used("outer", NULL);
    note_times("outer", "high", add(child, times_of(GetProcessTimes, GetCurrentProcess())));
    MUST(AssignProcessToJobObject(inner, GetCurrentProcess()));
    note_times("inner", "low", times_of(GetProcessTimes, GetCurrentProcess()));
    note_used("inner", NULL);
    note_used("handle", inner);
    note_times("inner", "high", times_of(GetProcessTimes, GetCurrentProcess()));
}

static void own(void)
{
    resume_and_end(begin_in(create(0), "inside", ""));
}

static void work(void)
{
    spin(ticks);
    work_in_kernel();
}

static void work_and_wait(void)
{
    work();
    SetEvent(handle_from(words[3]));
    Sleep(PATIENCE);
}

static void parent(void)
{
    int left = atoi(words[3]);

    work();
    while (left--) start_self(strtoul(words[4], NULL, 10), "work %llu", ticks);
}

static void answer(void)
{
    note_times("asked", "times", used(handle_from(words[2])));
}

static void find(void)
{
    note_times("found", "times", used(opened()));
}

static void limit(void)
{
    MUST(set_limit(handle_from(words[2]), JobObjectBasicLimitInformation, JOB_OBJECT_LIMIT_JOB_TIME));
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } modes[] = { { "one", one }, { "alive", alive }, { "tree", tree }, { "breakaway", breakaway }, { "nested", nested },
                  { "handle", handle }, { "many", many }, { "reused", reused }, { "other", other }, { "forms", forms },
                  { "period", period }, { "own", own }, { "inside", inside }, { "work", work },
                  { "wait", work_and_wait }, { "parent", parent }, { "ask", answer }, { "limit", limit },
                  { "give", give }, { "elsewhere", elsewhere }, { "find", find } };
    unsigned i;

    if (count < 3) return 19;
    words = arguments;
    ticks = strtoull(words[2], NULL, 10);
    for (i = 0; i < ARRAYSIZE(modes); i++) {
        if (strcmp(words[1], modes[i].name)) continue;
        modes[i].run();
        return 0;
    }
    return 19;
}
