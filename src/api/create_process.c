/* SPDX-License-Identifier: MIT */
#include "create_process.h"
#include "../graft/follow.h"

struct process_creation original;

/* Without us the child would run, so a child that we cannot set going again must not be left behind as created. */
static BOOL abandon(const PROCESS_INFORMATION *child)
{
    DWORD error = GetLastError();

    TerminateProcess(child->hProcess, error);
    CloseHandle(child->hThread);
    CloseHandle(child->hProcess);
    SetLastError(error);
    return FALSE;
}

/* Of a child that was created suspended, whether the caller asked for that (FLAGS) or not. */
static BOOL follow(BOOL created, DWORD flags, const PROCESS_INFORMATION *child, PROCESS_INFORMATION *told)
{
    DWORD error = GetLastError();

    if (!created) return FALSE;
    *told = *child;
    if (!child->hProcess) return TRUE;  /* under Wine a Unix program has no handle, and runs already */
    follow_child(child);
    if (!(flags & CREATE_SUSPENDED) && ResumeThread(child->hThread) == (DWORD)-1) return abandon(child);
    SetLastError(error);
    return TRUE;
}

/* Wine 8 leaves what is told of a Unix program as it was, so what is there comes from us. Nothing to tell it in is the
   system's to judge. */
BOOL WINAPI FollowingCreateProcessA(LPCSTR Application, LPSTR CommandLine, LPSECURITY_ATTRIBUTES Process,
                                    LPSECURITY_ATTRIBUTES Thread, BOOL Inherit, DWORD Flags, LPVOID Environment,
                                    LPCSTR Directory, LPSTARTUPINFOA Startup, LPPROCESS_INFORMATION Child)
{
    PROCESS_INFORMATION child = { 0 };

    if (!Child)
        return original.CreateProcessA(Application, CommandLine, Process, Thread, Inherit, Flags, Environment,
                                       Directory, Startup, Child);
    return follow(original.CreateProcessA(Application, CommandLine, Process, Thread, Inherit,
                                          Flags | CREATE_SUSPENDED, Environment, Directory, Startup,
                                          &child), Flags, &child, Child);
}

BOOL WINAPI FollowingCreateProcessW(LPCWSTR Application, LPWSTR CommandLine, LPSECURITY_ATTRIBUTES Process,
                                    LPSECURITY_ATTRIBUTES Thread, BOOL Inherit, DWORD Flags, LPVOID Environment,
                                    LPCWSTR Directory, LPSTARTUPINFOW Startup, LPPROCESS_INFORMATION Child)
{
    PROCESS_INFORMATION child = { 0 };

    if (!Child)
        return original.CreateProcessW(Application, CommandLine, Process, Thread, Inherit, Flags, Environment,
                                       Directory, Startup, Child);
    return follow(original.CreateProcessW(Application, CommandLine, Process, Thread, Inherit,
                                          Flags | CREATE_SUSPENDED, Environment, Directory, Startup,
                                          &child), Flags, &child, Child);
}

BOOL WINAPI FollowingCreateProcessAsUserA(HANDLE Token, LPCSTR Application, LPSTR CommandLine,
                                          LPSECURITY_ATTRIBUTES Process, LPSECURITY_ATTRIBUTES Thread, BOOL Inherit,
                                          DWORD Flags, LPVOID Environment, LPCSTR Directory, LPSTARTUPINFOA Startup,
                                          LPPROCESS_INFORMATION Child)
{
    PROCESS_INFORMATION child = { 0 };

    if (!Child)
        return original.CreateProcessAsUserA(Token, Application, CommandLine, Process, Thread, Inherit, Flags,
                                             Environment, Directory, Startup, Child);
    return follow(original.CreateProcessAsUserA(Token, Application, CommandLine, Process, Thread, Inherit,
                                                Flags | CREATE_SUSPENDED, Environment, Directory, Startup,
                                                &child), Flags, &child, Child);
}

BOOL WINAPI FollowingCreateProcessAsUserW(HANDLE Token, LPCWSTR Application, LPWSTR CommandLine,
                                          LPSECURITY_ATTRIBUTES Process, LPSECURITY_ATTRIBUTES Thread, BOOL Inherit,
                                          DWORD Flags, LPVOID Environment, LPCWSTR Directory, LPSTARTUPINFOW Startup,
                                          LPPROCESS_INFORMATION Child)
{
    PROCESS_INFORMATION child = { 0 };

    if (!Child)
        return original.CreateProcessAsUserW(Token, Application, CommandLine, Process, Thread, Inherit, Flags,
                                             Environment, Directory, Startup, Child);
    return follow(original.CreateProcessAsUserW(Token, Application, CommandLine, Process, Thread, Inherit,
                                                Flags | CREATE_SUSPENDED, Environment, Directory, Startup,
                                                &child), Flags, &child, Child);
}

BOOL WINAPI FollowingCreateProcessInternalA(HANDLE Token, LPCSTR Application, LPSTR CommandLine,
                                            LPSECURITY_ATTRIBUTES Process, LPSECURITY_ATTRIBUTES Thread, BOOL Inherit,
                                            DWORD Flags, LPVOID Environment, LPCSTR Directory, LPSTARTUPINFOA Startup,
                                            LPPROCESS_INFORMATION Child, HANDLE *NewToken)
{
    PROCESS_INFORMATION child = { 0 };

    if (!Child)
        return original.CreateProcessInternalA(Token, Application, CommandLine, Process, Thread, Inherit, Flags,
                                               Environment, Directory, Startup, Child, NewToken);
    return follow(original.CreateProcessInternalA(Token, Application, CommandLine, Process, Thread, Inherit,
                                                  Flags | CREATE_SUSPENDED, Environment, Directory, Startup, &child,
                                                  NewToken), Flags, &child, Child);
}

BOOL WINAPI FollowingCreateProcessInternalW(HANDLE Token, LPCWSTR Application, LPWSTR CommandLine,
                                            LPSECURITY_ATTRIBUTES Process, LPSECURITY_ATTRIBUTES Thread, BOOL Inherit,
                                            DWORD Flags, LPVOID Environment, LPCWSTR Directory,
                                            LPSTARTUPINFOW Startup, LPPROCESS_INFORMATION Child, HANDLE *NewToken)
{
    PROCESS_INFORMATION child = { 0 };

    if (!Child)
        return original.CreateProcessInternalW(Token, Application, CommandLine, Process, Thread, Inherit, Flags,
                                               Environment, Directory, Startup, Child, NewToken);
    return follow(original.CreateProcessInternalW(Token, Application, CommandLine, Process, Thread, Inherit,
                                                  Flags | CREATE_SUSPENDED, Environment, Directory, Startup, &child,
                                                  NewToken), Flags, &child, Child);
}
