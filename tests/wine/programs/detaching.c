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
#include "lost.h"
#include "spin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POISON 0xdeadbeefu
#define PATIENCE 60000

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

static void note(const char *who, const char *what, ULONG64 value)
{
    printf("%s-%s %d %u %llu\n", who, what, TRUE, POISON, value);
    fflush(stdout);
}

static void wait_for(HANDLE object)
{
    if (WaitForSingleObject(object, PATIENCE) != WAIT_OBJECT_0) exit(20);
}

static ULONG64 cycles_of(HANDLE thread)
{
    ULONG64 cycles;

    if (!QueryThreadCycleTime(thread, &cycles)) exit(21);
    return cycles;
}

static ULONG64 times_of(BOOL (WINAPI *ask)(HANDLE, FILETIME *, FILETIME *, FILETIME *, FILETIME *), HANDLE handle)
{
    FILETIME creation, exit_time;
    ULARGE_INTEGER kernel, user;

    if (!ask(handle, &creation, &exit_time, (FILETIME *)&kernel, (FILETIME *)&user)) exit(22);
    return kernel.QuadPart + user.QuadPart;
}

static ULONG64 time_of(HANDLE thread)
{
    return times_of(GetThreadTimes, thread);
}

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
    event = CreateEventA(NULL, TRUE, FALSE, name);
    return event ? event : (exit(23), NULL);
}

static void open_shared(const char *parent)
{
    char name[64];
    HANDLE memory;

    snprintf(name, sizeof name, "detaching-memory-%s", parent);
    memory = CreateFileMappingA(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, sizeof *shared, name);
    shared = MapViewOfFile(memory, FILE_MAP_ALL_ACCESS, 0, 0, sizeof *shared);
    if (!shared) exit(24);
    worked = event("worked", parent);
    goes = event("goes", parent);
    works_again = event("works", parent);
    reported = event("reported", parent);
}

static HANDLE start_thread(void)
{
    HANDLE thread;

    at_thread_detach = detach;
    thread = CreateThread(NULL, 0, work, NULL, 0, NULL);
    return thread ? thread : (exit(25), NULL);
}

static HANDLE start_child(const char *what, const char *parent)
{
    STARTUPINFOA startup = { .cb = sizeof startup };
    PROCESS_INFORMATION child;
    char self[MAX_PATH], line[MAX_PATH + 64];
    BOOL done;

    if (!GetModuleFileNameA(NULL, self, sizeof self)) exit(26);
    snprintf(line, sizeof line, "\"%s\" %s %llu %s", self, what, ticks, parent);
    do done = CreateProcessA(self, line, NULL, NULL, FALSE, 0, NULL, NULL, &startup, &child);
    while (is_lost(done));
    return done ? child.hProcess : (exit(27), NULL);
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
    if (!CreateThread(NULL, 0, work_and_stay, NULL, 0, NULL)) exit(29);
    wait_for(reported);
}

/* The thread that is killed never reaches its last work's end. */
static void ask_about_thread(BOOL kill)
{
    HANDLE thread;

    wait_for(worked);
    thread = OpenThread(THREAD_QUERY_INFORMATION | THREAD_TERMINATE | SYNCHRONIZE, FALSE, shared->id);
    note("midst", "times", time_of(thread));
    note("midst", "cycles", cycles_of(thread));
    SetEvent(goes);
    wait_for(works_again);
    if (kill && !TerminateThread(thread, 1)) exit(28);
    wait_for(thread);
    note("end", "times", time_of(thread));
    note("end", "cycles", cycles_of(thread));
    Sleep(20);
    note("later", "times", time_of(thread));
    note("later", "cycles", cycles_of(thread));
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
    note("end", "times", time_of(thread));
    note("end", "cycles", cycles_of(thread));
    note("process", "times", times_of(GetProcessTimes, child));
    Sleep(20);
    note("later", "times", time_of(thread));
    note("later", "cycles", cycles_of(thread));
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
