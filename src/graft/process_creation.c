/* SPDX-License-Identifier: MIT */
#include "process_creation.h"
#include "children.h"
#include "originals.h"
#include "../query/host_state.h"

/* One creation of a process, which is suspended whether the caller asked for that or not. */
struct creation {
    PROCESS_INFORMATION child;     /* what the system writes */
    PROCESS_INFORMATION *place;    /* where it writes that */
    PROCESS_INFORMATION *reported; /* the caller's */
    DWORD asked_flags, flags;
};

/* No handle has this value: the system wrote none. */
#define UNWRITTEN ((HANDLE)&originals)

/* Wine 8 leaves part of the caller's structure as it was for a Unix program, so it has to be visible what was written.
   Without a structure to write to, the creation is the system's own matter. */
static void begin(struct creation *creation, PROCESS_INFORMATION *reported, DWORD flags)
{
    creation->reported = reported;
    creation->asked_flags = creation->flags = flags;
    creation->place = NULL;
    if (!reported) return;
    creation->child = *reported;
    creation->child.hProcess = UNWRITTEN;
    creation->place = &creation->child;
    creation->flags |= CREATE_SUSPENDED;
}

/* Without the graft the child would run, so a child that cannot be resumed must not be left behind as created. */
static BOOL abandon(const PROCESS_INFORMATION *child)
{
    DWORD error = GetLastError();

    TerminateProcess(child->hProcess, error);
    CloseHandle(child->hThread);
    CloseHandle(child->hProcess);
    SetLastError(error);
    return FALSE;
}

/* The caller gets what the system wrote, on failure too, and nothing else. */
static BOOL finish(struct creation *creation, BOOL created)
{
    PROCESS_INFORMATION *child = &creation->child;
    DWORD error = GetLastError();
    BOOL has_handle;

    if (!creation->place) return created;
    has_handle = child->hProcess && child->hProcess != UNWRITTEN;
    if (child->hProcess == UNWRITTEN) child->hProcess = creation->reported->hProcess;
    *creation->reported = *child;
    if (!created || !has_handle) return created; /* under Wine a Unix program has no handle, and runs already */
    children_graft(child);
    query_host_process_reports(); /* into the file that the child will find: it may be another than this process's */
    if (!(creation->asked_flags & CREATE_SUSPENDED) && ResumeThread(child->hThread) == (DWORD)-1) return abandon(child);
    SetLastError(error);
    return TRUE;
}

BOOL WINAPI GraftedCreateProcessA(LPCSTR Application, LPSTR CommandLine, LPSECURITY_ATTRIBUTES Process,
                                  LPSECURITY_ATTRIBUTES Thread, BOOL Inherit, DWORD Flags, LPVOID Environment,
                                  LPCSTR Directory, LPSTARTUPINFOA Startup, LPPROCESS_INFORMATION Child)
{
    struct creation creation;

    begin(&creation, Child, Flags);
    return finish(&creation, originals.CreateProcessA(Application, CommandLine, Process, Thread, Inherit, creation.flags,
                                                      Environment, Directory, Startup, creation.place));
}

BOOL WINAPI GraftedCreateProcessW(LPCWSTR Application, LPWSTR CommandLine, LPSECURITY_ATTRIBUTES Process,
                                  LPSECURITY_ATTRIBUTES Thread, BOOL Inherit, DWORD Flags, LPVOID Environment,
                                  LPCWSTR Directory, LPSTARTUPINFOW Startup, LPPROCESS_INFORMATION Child)
{
    struct creation creation;

    begin(&creation, Child, Flags);
    return finish(&creation, originals.CreateProcessW(Application, CommandLine, Process, Thread, Inherit, creation.flags,
                                                      Environment, Directory, Startup, creation.place));
}

BOOL WINAPI GraftedCreateProcessAsUserA(HANDLE Token, LPCSTR Application, LPSTR CommandLine, LPSECURITY_ATTRIBUTES Process,
                                        LPSECURITY_ATTRIBUTES Thread, BOOL Inherit, DWORD Flags, LPVOID Environment,
                                        LPCSTR Directory, LPSTARTUPINFOA Startup, LPPROCESS_INFORMATION Child)
{
    struct creation creation;

    begin(&creation, Child, Flags);
    return finish(&creation,
                  originals.CreateProcessAsUserA(Token, Application, CommandLine, Process, Thread, Inherit, creation.flags,
                                                 Environment, Directory, Startup, creation.place));
}

BOOL WINAPI GraftedCreateProcessAsUserW(HANDLE Token, LPCWSTR Application, LPWSTR CommandLine,
                                        LPSECURITY_ATTRIBUTES Process, LPSECURITY_ATTRIBUTES Thread, BOOL Inherit,
                                        DWORD Flags, LPVOID Environment, LPCWSTR Directory, LPSTARTUPINFOW Startup,
                                        LPPROCESS_INFORMATION Child)
{
    struct creation creation;

    begin(&creation, Child, Flags);
    return finish(&creation,
                  originals.CreateProcessAsUserW(Token, Application, CommandLine, Process, Thread, Inherit, creation.flags,
                                                 Environment, Directory, Startup, creation.place));
}

BOOL WINAPI GraftedCreateProcessInternalA(HANDLE Token, LPCSTR Application, LPSTR CommandLine,
                                          LPSECURITY_ATTRIBUTES Process, LPSECURITY_ATTRIBUTES Thread, BOOL Inherit,
                                          DWORD Flags, LPVOID Environment, LPCSTR Directory, LPSTARTUPINFOA Startup,
                                          LPPROCESS_INFORMATION Child, HANDLE *NewToken)
{
    struct creation creation;

    begin(&creation, Child, Flags);
    return finish(&creation, originals.CreateProcessInternalA(Token, Application, CommandLine, Process, Thread, Inherit,
                                                              creation.flags, Environment, Directory, Startup,
                                                              creation.place, NewToken));
}

BOOL WINAPI GraftedCreateProcessInternalW(HANDLE Token, LPCWSTR Application, LPWSTR CommandLine,
                                          LPSECURITY_ATTRIBUTES Process, LPSECURITY_ATTRIBUTES Thread, BOOL Inherit,
                                          DWORD Flags, LPVOID Environment, LPCWSTR Directory, LPSTARTUPINFOW Startup,
                                          LPPROCESS_INFORMATION Child, HANDLE *NewToken)
{
    struct creation creation;

    begin(&creation, Child, Flags);
    return finish(&creation, originals.CreateProcessInternalW(Token, Application, CommandLine, Process, Thread, Inherit,
                                                              creation.flags, Environment, Directory, Startup,
                                                              creation.place, NewToken));
}
