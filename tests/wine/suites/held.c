/* SPDX-License-Identifier: MIT */
/* What a profiler may ask: another thread holds the process's heap, the loader's lock or that of the PEB, as one does that
   is suspended in there, and every question is answered all the same. And how much of its caller's stack each takes. */
#include "run_process.h"
#include "support.h"

#include <ntstatus.h>
#include <stdio.h>
#include <string.h>

#define KILOBYTE 1024
enum { PAINTED = 32 * KILOBYTE, MOST_MORE = 2 * KILOBYTE, PATIENCE = 20000, PAINT = 0xa5 };

static struct {
    LONG (WINAPI *system)(ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *system_ex)(ULONG, PVOID, ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *thread)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *process)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    LONG (WINAPI *job)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    BOOL (WINAPI *system_times)(LPFILETIME, LPFILETIME, LPFILETIME);
    BOOL (WINAPI *process_times)(HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME);
    BOOL (WINAPI *thread_times)(HANDLE, LPFILETIME, LPFILETIME, LPFILETIME, LPFILETIME);
    BOOL (WINAPI *thread_cycles)(HANDLE, PULONG64);
    BOOL (WINAPI *process_cycles)(HANDLE, PULONG64);
    LONG (WINAPI *lock_loader)(ULONG, PULONG, ULONG_PTR *);
    LONG (WINAPI *unlock_loader)(ULONG, ULONG_PTR);
    void (WINAPI *lock_peb)(void);
    void (WINAPI *unlock_peb)(void);
} nt;

static void resolve(void)
{
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll"), kernel32 = GetModuleHandleW(L"kernel32.dll");

    nt.system = (void *)GetProcAddress(ntdll, "NtQuerySystemInformation");
    nt.system_ex = (void *)GetProcAddress(ntdll, "NtQuerySystemInformationEx");
    nt.thread = (void *)GetProcAddress(ntdll, "NtQueryInformationThread");
    nt.process = (void *)GetProcAddress(ntdll, "NtQueryInformationProcess");
    nt.job = (void *)GetProcAddress(ntdll, "NtQueryInformationJobObject");
    nt.system_times = (void *)GetProcAddress(kernel32, "GetSystemTimes");
    nt.process_times = (void *)GetProcAddress(kernel32, "GetProcessTimes");
    nt.thread_times = (void *)GetProcAddress(kernel32, "GetThreadTimes");
    nt.thread_cycles = (void *)GetProcAddress(kernel32, "QueryThreadCycleTime");
    nt.process_cycles = (void *)GetProcAddress(kernel32, "QueryProcessCycleTime");
    nt.lock_loader = (void *)GetProcAddress(ntdll, "LdrLockLoaderLock");
    nt.unlock_loader = (void *)GetProcAddress(ntdll, "LdrUnlockLoaderLock");
    nt.lock_peb = (void *)GetProcAddress(ntdll, "RtlAcquirePebLock");
    nt.unlock_peb = (void *)GetProcAddress(ntdll, "RtlReleasePebLock");
}

static BYTE answer[256 * KILOBYTE];
static HANDLE job, other;
static ULONG told, processors;

enum { ASK_GROUP = 0x10000, ASK_THREAD = 0x20000, ASK_PROCESS = 0x30000, ASK_JOB = 0x40000, ASK_WIN32 = 0x50000 };

static const struct question {
    const char *name;
    ULONG what;
} questions[] = {
    { "class 2", 2 }, { "class 5", 5 }, { "class 8", 8 }, { "class 23", 23 }, { "class 42", 42 }, { "class 57", 57 },
    { "class 83", 83 }, { "class 108", 108 }, { "class 8 of a group", ASK_GROUP | 8 },
    { "class 83 of a group", ASK_GROUP | 83 },
    { "times of this thread", ASK_THREAD | 1 }, { "cycles of this thread", ASK_THREAD | 23 },
    { "times of this process", ASK_PROCESS | 4 }, { "cycles of this process", ASK_PROCESS | 38 },
    { "a job's accounting", ASK_JOB | JobObjectBasicAccountingInformation },
    { "GetSystemTimes", ASK_WIN32 }, { "GetProcessTimes", ASK_WIN32 | 1 }, { "GetThreadTimes of another", ASK_WIN32 | 2 },
    { "QueryThreadCycleTime of another", ASK_WIN32 | 3 }, { "QueryProcessCycleTime", ASK_WIN32 | 4 },
};

static const struct {
    ULONG class, length;
} lengths[] = { { 2, 312 }, { 8, 48 }, { 23, 24 }, { 42, 48 }, { 83, 8 }, { 108, 8 } };

/* Wine wants some of these exactly. */
static ULONG length_of(ULONG class)
{
    unsigned i;

    for (i = 0; i < ARRAYSIZE(lengths); i++)
        if (lengths[i].class == class) return class == 2 ? lengths[i].length : processors * lengths[i].length;
    return sizeof answer;
}

static void ask_win32(ULONG what)
{
    FILETIME a, b, c, d;
    ULONG64 cycles;

    if (what == 0) nt.system_times(&a, &b, &c);
    if (what == 1) nt.process_times(GetCurrentProcess(), &a, &b, &c, &d);
    if (what == 2) nt.thread_times(other, &a, &b, &c, &d);
    if (what == 3 && nt.thread_cycles) nt.thread_cycles(other, &cycles);
    if (what == 4 && nt.process_cycles) nt.process_cycles(GetCurrentProcess(), &cycles);
}

static void ask(ULONG what)
{
    const ULONG class = what & 0xffff;
    USHORT group = 0;

    switch (what & 0xffff0000) {
    case 0: nt.system(class, answer, length_of(class), &told); break;
    case ASK_GROUP: nt.system_ex(class, &group, sizeof group, answer, length_of(class), &told); break;
    case ASK_THREAD: nt.thread(GetCurrentThread(), class, answer, class == 1 ? 32 : 16, &told); break;
    case ASK_PROCESS: nt.process(GetCurrentProcess(), class, answer, class == 4 ? 32 : 16, &told); break;
    case ASK_JOB: nt.job(job, class, answer, sizeof(JOBOBJECT_BASIC_ACCOUNTING_INFORMATION), &told); break;
    default: ask_win32(class);
    }
}

/* Who is asked, and what by; NULL: nothing. */
static const char *volatile asked, *volatile held;
static volatile BOOL has_hung;
static HANDLE is_held, may_end;

static void say(const char *words)
{
    DWORD written;

    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), words, (DWORD)strlen(words), &written, NULL);
}

/* It says so itself, and lets go what is held: the others may wait for that too. */
static DWORD WINAPI watch(void *answered)
{
    if (WaitForSingleObject(answered, PATIENCE) == WAIT_OBJECT_0) return 0;
    say("hangs: ");
    say(asked);
    say(", while another holds ");
    say(held);
    say("\n");
    SetEvent(may_end);
    has_hung = TRUE;
    return 0;
}

static DWORD WINAPI hold(void *what)
{
    ULONG_PTR cookie = 0;

    if (what == (void *)0) HeapLock(GetProcessHeap());
    if (what == (void *)1) nt.lock_loader(0, NULL, &cookie);
    if (what == (void *)2) nt.lock_peb();
    SetEvent(is_held);
    WaitForSingleObject(may_end, INFINITE);
    if (what == (void *)0) HeapUnlock(GetProcessHeap());
    if (what == (void *)1) nt.unlock_loader(0, cookie);
    if (what == (void *)2) nt.unlock_peb();
    return 0;
}

static void assert_answered_while_held(ULONG_PTR what, const char *name)
{
    const HANDLE answered = CreateEventW(NULL, TRUE, FALSE, NULL);
    const HANDLE watcher = CreateThread(NULL, 0, watch, answered, 0, NULL);
    HANDLE holder;
    unsigned i;

    is_held = CreateEventW(NULL, TRUE, FALSE, NULL);
    may_end = CreateEventW(NULL, TRUE, FALSE, NULL);
    assert_true(watcher && is_held && may_end);
    Sleep(50); /* it has begun, and holds nothing */
    assert_non_null(holder = CreateThread(NULL, 0, hold, (void *)what, 0, NULL));
    assert_int_equal(WaitForSingleObject(is_held, INFINITE), WAIT_OBJECT_0);
    held = name;
    has_hung = FALSE;
    for (i = 0; i < ARRAYSIZE(questions); i++) {
        asked = questions[i].name;
        ask(questions[i].what);
    }
    SetEvent(answered);
    SetEvent(may_end);
    assert_int_equal(WaitForSingleObject(holder, INFINITE), WAIT_OBJECT_0);
    assert_int_equal(WaitForSingleObject(watcher, INFINITE), WAIT_OBJECT_0);
    assert_false(has_hung);
    CloseHandle(holder);
    CloseHandle(watcher);
    CloseHandle(answered);
    CloseHandle(is_held);
    CloseHandle(may_end);
}

static void who_asks_while_another_holds_the_heap_is_answered(void **state)
{
    (void)state;
    assert_answered_while_held(0, "the heap");
}

static void who_asks_while_another_loads_a_library_is_answered(void **state)
{
    (void)state;
    assert_answered_while_held(1, "the loader's lock");
}

static void who_asks_while_another_holds_the_peb_is_answered(void **state)
{
    (void)state;
    assert_answered_while_held(2, "the PEB's lock");
}

/* How much of what lies below the caller is written to. Calls that follow each other use the same. */
static __attribute__((noinline)) void paint(void)
{
    volatile BYTE area[PAINTED];
    ULONG i;

    for (i = 0; i < sizeof area; i++) area[i] = PAINT;
}

static __attribute__((noinline)) ULONG unpainted(void)
{
    volatile BYTE area[PAINTED]; /* as it was left */
    ULONG i = 256; /* what this function has written itself, or was called with */

    __asm__ volatile("" : "=m"(area));
    while (i < sizeof area && area[i] == PAINT) i++;
    return sizeof area - i;
}

static ULONG stack_of(ULONG what)
{
    ULONG most = 0, used;
    int i;

    for (i = 0; i < 4; i++) {
        paint();
        ask(what);
        used = unpainted();
        if (used > most) most = used;
    }
    return most;
}

static ULONG alone[ARRAYSIZE(questions)];

static void no_question_takes_much_more_of_the_stack_than_alone(void **state)
{
    ULONG taken;
    BOOL is_little = TRUE;
    unsigned i;

    (void)state;
    for (i = 0; i < ARRAYSIZE(questions); i++) {
        taken = stack_of(questions[i].what);
        printf("%-34s %5lu bytes of stack, alone %5lu\n", questions[i].name, taken, alone[i]);
        if (taken > alone[i] + MOST_MORE) is_little = FALSE;
    }
    assert_true(is_little);
}

static DWORD WINAPI wait_for_nothing(void *nothing)
{
    (void)nothing;
    Sleep(INFINITE);
    return 0;
}

/* It is asked alone first. */
static int graft(void **state)
{
    BOOL (WINAPI *entry)(ULONG);
    HMODULE cycletime;
    unsigned i;

    (void)state;
    resolve();
    processors = GetActiveProcessorCount(0); /* which asks the heap */
    if (!(job = CreateJobObjectW(NULL, NULL))) return -1;
    if (!(other = CreateThread(NULL, 0, wait_for_nothing, NULL, 0, NULL))) return -1;
    for (i = 0; i < ARRAYSIZE(questions); i++) alone[i] = stack_of(questions[i].what);
    cycletime = LoadLibraryW(beside(L"cycletime.dll"));
    entry = (void *)GetProcAddress(cycletime, "CycletimeGraft");
    if (!entry || !entry(0)) return -1;
    resolve();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_asks_while_another_holds_the_heap_is_answered),
        cmocka_unit_test(who_asks_while_another_loads_a_library_is_answered),
        cmocka_unit_test(who_asks_while_another_holds_the_peb_is_answered),
        cmocka_unit_test(no_question_takes_much_more_of_the_stack_than_alone),
    };

    setvbuf(stdout, NULL, _IONBF, 0);
    return finish(cmocka_run_group_tests_name("held", tests, graft, NULL));
}
