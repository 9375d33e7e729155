/* SPDX-License-Identifier: MIT */
/*
 * profiler hooked|plain SECONDS: a sampling profiler. Eight threads allocate, load libraries, create threads and ask
 * everything; each is suspended in turn at random, everything is asked, and it is resumed. Between, the profiler only
 * asks. What it asks waits for nothing that the suspended thread may hold: if it does not go on, that thread is resumed
 * for it, and the hang is reported, with its question. Hooked, there may be none; plain, Wine has some of its own, which
 * are reported only.
 */
#include "next_random.h"
#include "questions.h"
#include "run_process.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, PATIENCE = 10000, REPORTED = 20 };

static volatile LONG is_over;
static HANDLE threads[THREADS];

static DWORD WINAPI allocate(void *seed)
{
    UINT64 random = (ULONG_PTR)seed + 1;
    void *blocks[16] = { NULL };
    unsigned i;

    while (!is_over) {
        i = next_random(&random) % ARRAYSIZE(blocks);
        if (blocks[i]) HeapFree(GetProcessHeap(), 0, blocks[i]);
        blocks[i] = HeapAlloc(GetProcessHeap(), 0, 1 + next_random(&random) % 20000);
    }
    return 0;
}

static DWORD WINAPI load(void *seed)
{
    static const WCHAR *const names[] = { L"version.dll", L"winmm.dll", L"psapi.dll" };
    UINT64 random = (ULONG_PTR)seed + 1;
    HMODULE module;

    while (!is_over)
        if ((module = LoadLibraryW(names[next_random(&random) % ARRAYSIZE(names)]))) FreeLibrary(module);
    return 0;
}

static DWORD WINAPI end(void *nothing)
{
    (void)nothing;
    return 0;
}

static DWORD WINAPI create(void *seed)
{
    HANDLE thread;

    (void)seed;
    while (!is_over) {
        if (!(thread = CreateThread(NULL, 0, end, NULL, 0, NULL))) continue;
        WaitForSingleObject(thread, INFINITE);
        CloseHandle(thread);
    }
    return 0;
}

static DWORD WINAPI ask(void *seed)
{
    UINT64 random = (ULONG_PTR)seed + 1;

    while (!is_over) question_ask(&questions[next_random(&random) % question_count]);
    return 0;
}

static const struct work {
    const char *name;
    DWORD (WINAPI *run)(void *seed);
} works[] = { { "allocates", allocate }, { "loads", load }, { "creates threads", create }, { "asks", ask } };

/* The profiler shares these with its watcher; `progress` grows while it goes on. */
static volatile LONG progress, suspended = -1, asked = -1, hangs, hangs_of_wine;
static volatile BOOL is_watched;

static void say(const char *words)
{
    DWORD written;

    WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), words, (DWORD)strlen(words), &written, NULL);
}

/* Wine is asked for these first, and its unixlib opens files by stdio (for classes 5 and 57 one for each process, for a
   thread's dates the thread's stat). So a thread that is suspended where it asks can hold what is waited for then: class 2
   was seen to hang without cycletime too, once in some 2,000 samples; under it 57 once in 350,000 and once in 38,000, and
   GetThreadTimes of another twice in 38,000, each time in Wine's fopen. What cycletime does to the answers wine.locks_held
   asks for, with each lock held. */
static BOOL is_wines(LONG question)
{
    const ULONG what = question < 0 ? 0 : questions[question].what;

    return what == 2 || what == 5 || what == 57 || what == (ASK_WIN32 | 2);
}

/* Nothing in here takes a lock of the program's. */
static DWORD WINAPI watch(void *nothing)
{
    LONG before = -1, thread;

    (void)nothing;
    is_watched = TRUE;
    while (!is_over) {
        Sleep(before == progress ? PATIENCE : 1000);
        thread = suspended;
        if (before != progress || thread < 0) {
            before = progress;
            continue;
        }
        if (is_wines(asked)) hangs_of_wine++;
        if (hangs++ < REPORTED) {
            say(is_wines(asked) ? "Wine hangs: " : "hangs: ");
            say(asked < 0 ? "suspending" : questions[asked].name);
            say(", while a thread is suspended that ");
            say(works[thread % ARRAYSIZE(works)].name);
            say("\n");
        }
        ResumeThread(threads[thread]);
        before = -1;
    }
    return 0;
}

/* GetThreadContext waits until the thread has stopped. Queries start at FIRST, since the first one to meet a lock hangs. */
static void sample(LONG thread, ULONG first)
{
    CONTEXT context = { .ContextFlags = CONTEXT_CONTROL };
    ULONG i;

    if (SuspendThread(threads[thread]) == (DWORD)-1) return;
    suspended = thread;
    GetThreadContext(threads[thread], &context);
    for (i = 0; i < question_count; i++) {
        asked = (LONG)((first + i) % question_count);
        question_ask(&questions[asked]);
        progress++;
    }
    suspended = asked = -1;
    ResumeThread(threads[thread]);
}

static BOOL begin(BOOL is_hooked)
{
    BOOL (WINAPI *install_hooks)(ULONG) = NULL;
    ULONG_PTR i;

    if (!questions_begin()) return FALSE;
    if (is_hooked) install_hooks = (void *)GetProcAddress(LoadLibraryW(beside(L"cycletime.dll")), "CycletimeInstallHooks");
    if (is_hooked && (!install_hooks || !install_hooks(0))) return FALSE;
    questions_resolve();
    for (i = 0; i < question_count; i++) question_ask(&questions[i]);
    for (i = 0; i < THREADS; i++)
        if (!(threads[i] = CreateThread(NULL, 0, works[i % ARRAYSIZE(works)].run, (void *)i, 0, NULL))) return FALSE;
    return TRUE;
}

int main(int argc, char **argv)
{
    const BOOL is_hooked = argc == 3 && !strcmp(argv[1], "hooked");
    const ULONG seconds = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    UINT64 random = 1;
    ULONG samples = 0;
    ULONG64 until;
    HANDLE watcher;

    if (!seconds || (!is_hooked && strcmp(argv[1], "plain"))) {
        printf("usage: profiler hooked|plain SECONDS\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IONBF, 0);
    /* First, since a thread's beginning waits for the loader. */
    watcher = CreateThread(NULL, 0, watch, NULL, 0, NULL);
    while (watcher && !is_watched) Sleep(1);
    if (!watcher || !begin(is_hooked)) {
        printf("it cannot begin\n");
        return 1;
    }
    until = GetTickCount64() + 1000 * (ULONG64)seconds;
    for (; GetTickCount64() < until; samples++)
        sample((LONG)(next_random(&random) % THREADS),
               (ULONG)(next_random(&random) % question_count));
    is_over = TRUE;
    WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
    WaitForSingleObject(watcher, INFINITE);
    printf("profiler, %s: %lu samples of %lu questions, %ld hangs, %ld of them Wine's own\n", argv[1], samples,
           question_count, hangs, is_hooked ? hangs_of_wine : hangs);
    return finish(is_hooked && hangs > hangs_of_wine);
}
