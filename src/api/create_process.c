/* SPDX-License-Identifier: MIT */
#include "../graft/follow.h"

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

/* No handle is that: the system told none. */
#define NOT_TOLD ((HANDLE)&original)

/* Of a child that was created suspended, whether the caller asked for that (FLAGS) or not. What the system wrote of CHILD,
   on failure too, goes to TOLD, and nothing else. */
static BOOL follow(BOOL created, DWORD flags, PROCESS_INFORMATION *child, PROCESS_INFORMATION *told)
{
    const BOOL has_handle = child->hProcess && child->hProcess != NOT_TOLD;
    DWORD error = GetLastError();

    if (child->hProcess == NOT_TOLD) child->hProcess = told->hProcess;
    *told = *child;
    if (!created || !has_handle) return created;  /* under Wine a Unix program has no handle, and runs already */
    follow_child(child);
    if (!(flags & CREATE_SUSPENDED) && ResumeThread(child->hThread) == (DWORD)-1) return abandon(child);
    SetLastError(error);
    return TRUE;
}

/* Wine 8 leaves some of what is told of a Unix program as it was, so that has to be known again. Without a place to tell it
   in, it is the system's own matter. ARGUMENTS(flags, child): those of the function at hand. */
#define FOLLOW(create, ARGUMENTS) \
    PROCESS_INFORMATION child; \
    \
    if (!Child) return original.create(ARGUMENTS(Flags, NULL)); \
    child = *Child; \
    child.hProcess = NOT_TOLD; \
    return follow(original.create(ARGUMENTS(Flags | CREATE_SUSPENDED, &child)), Flags, &child, Child)

#define OWN(flags, child) Application, CommandLine, Process, Thread, Inherit, flags, Environment, Directory, Startup, child
#define USERS(flags, child) Token, OWN(flags, child)
#define INTERNAL(flags, child) Token, OWN(flags, child), NewToken

#define PARAMETERS(character) \
    LPC##character Application, LP##character CommandLine, LPSECURITY_ATTRIBUTES Process, LPSECURITY_ATTRIBUTES Thread, \
    BOOL Inherit, DWORD Flags, LPVOID Environment, LPC##character Directory

BOOL WINAPI FollowingCreateProcessA(PARAMETERS(STR), LPSTARTUPINFOA Startup,
                                    LPPROCESS_INFORMATION Child)
{
    FOLLOW(CreateProcessA, OWN);
}

BOOL WINAPI FollowingCreateProcessW(PARAMETERS(WSTR), LPSTARTUPINFOW Startup,
                                    LPPROCESS_INFORMATION Child)
{
    FOLLOW(CreateProcessW, OWN);
}

BOOL WINAPI FollowingCreateProcessAsUserA(HANDLE Token, PARAMETERS(STR), LPSTARTUPINFOA Startup,
                                          LPPROCESS_INFORMATION Child)
{
    FOLLOW(CreateProcessAsUserA, USERS);
}

BOOL WINAPI FollowingCreateProcessAsUserW(HANDLE Token, PARAMETERS(WSTR), LPSTARTUPINFOW Startup,
                                          LPPROCESS_INFORMATION Child)
{
    FOLLOW(CreateProcessAsUserW, USERS);
}

BOOL WINAPI FollowingCreateProcessInternalA(HANDLE Token, PARAMETERS(STR), LPSTARTUPINFOA Startup,
                                            LPPROCESS_INFORMATION Child, HANDLE *NewToken)
{
    FOLLOW(CreateProcessInternalA, INTERNAL);
}

BOOL WINAPI FollowingCreateProcessInternalW(HANDLE Token, PARAMETERS(WSTR), LPSTARTUPINFOW Startup,
                                            LPPROCESS_INFORMATION Child, HANDLE *NewToken)
{
    FOLLOW(CreateProcessInternalW, INTERNAL);
}
