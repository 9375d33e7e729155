/* SPDX-License-Identifier: MIT */
/* A profiler's query returns while another thread, as if suspended, holds the process's heap, the loader's lock or that of
   the PEB. This also measures how much of the caller's stack each query takes. */
#include "questions.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

#define KILOBYTE 1024
enum { PAINTED = 32 * KILOBYTE, MOST_MORE = 2 * KILOBYTE, PATIENCE = 20000, PAINT = 0xa5 };

static struct {
    LONG (WINAPI *lock_loader)(ULONG, PULONG, ULONG_PTR *);
    LONG (WINAPI *unlock_loader)(ULONG, ULONG_PTR);
    void (WINAPI *lock_peb)(void);
    void (WINAPI *unlock_peb)(void);
} nt;

static void resolve_locks(void)
{
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");

    nt.lock_loader = (void *)GetProcAddress(ntdll, "LdrLockLoaderLock");
    nt.unlock_loader = (void *)GetProcAddress(ntdll, "LdrUnlockLoaderLock");
    nt.lock_peb = (void *)GetProcAddress(ntdll, "RtlAcquirePebLock");
    nt.unlock_peb = (void *)GetProcAddress(ntdll, "RtlReleasePebLock");
}

/* The running query and the lock that is held are named here; NULL: none. */
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
    ULONG i;

    is_held = CreateEventW(NULL, TRUE, FALSE, NULL);
    may_end = CreateEventW(NULL, TRUE, FALSE, NULL);
    assert_true(watcher && is_held && may_end);
    Sleep(50); /* it has begun, and holds nothing */
    assert_non_null(holder = CreateThread(NULL, 0, hold, (void *)what, 0, NULL));
    assert_int_equal(WaitForSingleObject(is_held, INFINITE), WAIT_OBJECT_0);
    held = name;
    has_hung = FALSE;
    for (i = 0; i < question_count; i++) {
        asked = questions[i].name;
        question_ask(&questions[i]);
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

TEST(who_asks_while_another_holds_the_heap_is_answered)
{
    assert_answered_while_held(0, "the heap");
}

TEST(who_asks_while_another_loads_a_library_is_answered)
{
    assert_answered_while_held(1, "the loader's lock");
}

TEST(who_asks_while_another_holds_the_peb_is_answered)
{
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

static ULONG stack_of(const struct question *question)
{
    ULONG most = 0, used;
    int i;

    for (i = 0; i < 4; i++) {
        paint();
        question_ask(question);
        used = unpainted();
        if (used > most) most = used;
    }
    return most;
}

static ULONG alone[64];

TEST(no_query_takes_much_more_of_the_stack_than_without_cycletime)
{
    ULONG taken;
    BOOL is_little = TRUE;
    ULONG i;

    for (i = 0; i < question_count; i++) {
        taken = stack_of(&questions[i]);
        printf("%-34s %5lu bytes of stack, alone %5lu\n", questions[i].name, taken, alone[i]);
        if (taken > alone[i] + MOST_MORE) is_little = FALSE;
    }
    assert_true(is_little);
}

/* It is asked alone first. */
static int install_hooks(void **state)
{
    BOOL (WINAPI *entry)(ULONG);
    HMODULE cycletime;
    ULONG i;

    (void)state;
    resolve_locks();
    if (!questions_begin() || question_count > ARRAYSIZE(alone)) return -1;
    for (i = 0; i < question_count; i++) alone[i] = stack_of(&questions[i]);
    cycletime = LoadLibraryW(beside(L"cycletime.dll"));
    entry = (void *)GetProcAddress(cycletime, "CycletimeInstallHooks");
    if (!entry || !entry(0)) return -1;
    questions_resolve();
    return 0;
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    return finish(RUN_TESTS("locks held", install_hooks, NULL));
}
