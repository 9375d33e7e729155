/* SPDX-License-Identifier: MIT */
/*
 * A program with no knowledge of cycletime, a thread of which works while it is detached. Each line is "name success
 * last-error value".
 *
 *   detaching silent TICKS       asks about a thread of its own, in the midst of its detach and after its end
 *   detaching asks TICKS         the same, of a thread that asks about itself in its detach
 *   detaching killed TICKS       the same as silent, of a thread that it kills in the midst of its detach
 *   detaching child TICKS        the same as silent, of a thread of a child
 *   detaching left TICKS         asks about a child that works while it is detached, and about its thread that lives then
 *   detaching work TICKS PARENT  the child, with its parent's id
 *   detaching leave TICKS PARENT the child that works while it is detached
 */
#include "unaware.h"

__declspec(dllimport) extern void (*at_thread_detach)(void), (*at_process_detach)(void);

/* The process with the thread reports here. */
static struct shared {
    ULONG64 ran, ran_last; /* ticks, in the thread and its detach, before and after it is asked about */
    ULONG64 before, after; /* cycles, as the thread itself got them in its detach, around some of its work */
    ULONG id;
} *shared;

static HANDLE worked, goes, works_again, reported; /* events */
static ULONG64 ticks;
static BOOL asks;

/* Works, waits until it has been asked about, and works once more. */
static void detach(void)
{
    if (GetCurrentThreadId() != shared->id) return;
    if (asks) shared->before = cycles_of(GetCurrentThread());
    shared->ran += spin(ticks).ran;
    if (asks) shared->after = cycles_of(GetCurrentThread());
    SetEvent(worked);
    wait_for(goes);
    SetEvent(works_again);
    shared->ran_last = spin(ticks).ran;
}

static DWORD WINAPI work(void *argument)
{
    (void)argument;
    shared->id = GetCurrentThreadId();
    shared->ran = spin(ticks).ran;
    return 0;
}

static HANDLE event(const char *what, const char *parent)
{
    char name[64];
    HANDLE event;

    snprintf(name, sizeof name, "detaching-%s-%s", what, parent);
    MUST((event = CreateEventA(NULL, TRUE, FALSE, name)));
    return event;
}

static void open_shared(const char *parent)
{
    char name[64];
    HANDLE memory;

    snprintf(name, sizeof name, "detaching-memory-%s", parent);
    memory = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, sizeof *shared, name);
    shared = MapViewOfFile(memory, FILE_MAP_ALL_ACCESS, 0, 0, sizeof *shared);
    MUST(shared != NULL);
    worked = event("worked", parent);
    goes = event("goes", parent);
    works_again = event("works", parent);
    reported = event("reported", parent);
}

static HANDLE start_thread(void)
{
    HANDLE thread;

    at_thread_detach = detach;
    MUST((thread = CreateThread(NULL, 0, work, NULL, 0, NULL)));
    return thread;
}

static HANDLE start_child(const char *what, const char *parent)
{
    return start_self(0, "%s %llu %s", what, ticks, parent).hProcess;
}

/* Much more than what the process needs to begin. */
static void work_last(void)
{
    shared->ran_last = spin(6 * ticks).ran;
}

static DWORD WINAPI work_and_stay(void *argument)
{
    work(argument);
    SetEvent(worked);
    return WaitForSingleObject(goes, INFINITE);
}

static void be_child(const char *what)
{
    if (!strcmp(what, "work")) {
        wait_for(start_thread());
        wait_for(reported);
        return;
    }
    at_process_detach = work_last;
    MUST(CreateThread(NULL, 0, work_and_stay, NULL, 0, NULL));
    wait_for(reported);
}

static void report(const char *when, HANDLE thread)
{
    note(when, "times", used_by(GetThreadTimes, thread));
    note(when, "cycles", cycles_of(thread));
}

/* The thread that is killed never reaches its last work's end. */
static void ask_about_thread(BOOL kill)
{
    HANDLE thread;

    wait_for(worked);
    thread = OpenThread(THREAD_QUERY_INFORMATION | THREAD_TERMINATE | SYNCHRONIZE, FALSE, shared->id);
    report("midst", thread);
    SetEvent(goes);
    wait_for(works_again);
    MUST(!kill || TerminateThread(thread, 1));
    wait_for(thread);
    report("end", thread);
    Sleep(20);
    report("later", thread);
    note("thread", "ran", shared->ran);
    note("thread", "ran-last", shared->ran_last);
    note("thread", "before", shared->before);
    note("thread", "after", shared->after);
}

static void ask_about_left(HANDLE child)
{
    HANDLE thread;

    wait_for(worked);
    thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, shared->id);
    SetEvent(reported);
    wait_for(child);
    report("end", thread);
    note("process", "times", used_by(GetProcessTimes, child));
    Sleep(20);
    report("later", thread);
    note("thread", "ran", shared->ran);
    note("process", "ran-last", shared->ran_last);
}

int main(int argc, char **argv)
{
    char own[16];
    HANDLE child;

    if (argc < 3) return 1;
    ticks = strtoull(argv[2], NULL, 10);
    snprintf(own, sizeof own, "%lu", GetCurrentProcessId());
    open_shared(argc > 3 ? argv[3] : own);
    asks = !strcmp(argv[1], "asks");
    if (argc > 3) {
        be_child(argv[1]);
        return 0;
    }
    if (!strcmp(argv[1], "left")) {
        ask_about_left(start_child("leave", own));
        return 0;
    }
    child = strcmp(argv[1], "child") ? NULL : start_child("work", own);
    if (!child) start_thread();
    ask_about_thread(!strcmp(argv[1], "killed"));
    SetEvent(reported);
    if (child) wait_for(child);
    /* A thread that was killed in its detach holds the loader's lock, for which an orderly end would wait. */
    TerminateProcess(GetCurrentProcess(), 0);
    return 0;
}
