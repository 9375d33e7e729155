/* SPDX-License-Identifier: MIT */
#include "companion.h"
#include "../nt/unix_side.h"
#include "../protocol/host_calls.h"

static HANDLE program;

enum { OBEYED = 1000 };          /* ms, in which a program ends that obeys */
enum { UNIX_CODE_PAGE = 65010 }; /* Wine's CP_UNIXCP: what names of files are in */

/* Both get the event. Ctrl-C and Ctrl-Break are the program's to obey or not; at the others the system ends who returns,
   so the program has its time first. If it ends, so do we, and a process that ends just when this thread does can be lost
   under Wine: it hangs until it is killed, or crashes. */
static BOOL WINAPI handle(DWORD event)
{
    const DWORD patience = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT ? OBEYED : INFINITE;

    if (event == CTRL_C_EVENT && unix_side_is_open()) unix_side_call(HOST_CALL_LIFELINE_INTERRUPT, NULL);
    if (WaitForSingleObject(program, patience) == WAIT_OBJECT_0) Sleep(INFINITE);
    return TRUE;
}

BOOL companion_heed(HANDLE process)
{
    program = process;
    return SetConsoleCtrlHandler(handle, TRUE);
}

void companion_follow(const WCHAR *pipe)
{
    struct host_pipe line;

    if (WideCharToMultiByte(UNIX_CODE_PAGE, 0, pipe, -1, line.path, sizeof line.path, NULL, NULL)
        && unix_side_open() == CYCLETIME_HOST_STATE_ACTIVE)
        unix_side_call(HOST_CALL_LIFELINE_PIPE, &line);
}

static BOOL is_in_job(HANDLE process)
{
    BOOL in_job;

    return IsProcessInJob(process, NULL, &in_job) && in_job;
}

/* As children of Wine's own start.exe do, which often starts us. Alone the program would be in such a job; and where we
   are in none, nor is it. */
static BOOL broke_away(HANDLE process)
{
    return is_in_job(GetCurrentProcess()) && !is_in_job(process);
}

ULONG companion_lifeline(HANDLE process)
{
    struct host_lifeline line;

    if (broke_away(process) || unix_side_open() != CYCLETIME_HOST_STATE_ACTIVE) return 0;
    return unix_side_call(HOST_CALL_LIFELINE_OFFER, &line) == HOST_DONE ? line.name : 0;
}

/* Wine without the Linux side: a job that shows is better than a program that nobody can end by its launcher. But none
   within another, since Wine lets a child that breaks away from one job out of the outer ones too. Windows' tools end what
   they mean, and find the program. */
static BOOL has_no_other_way(HANDLE process)
{
    return nt_is_wine() && !is_in_job(process);
}

static void make_job(HANDLE process)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = { 0 };
    HANDLE job = CreateJobObjectW(NULL, NULL);

    if (!job) return;
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_BREAKAWAY_OK | JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK;
    /* The job's only handle is closed by the end of this process. */
    if (!SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits)
        || !AssignProcessToJobObject(job, process))
        CloseHandle(job);
}

void companion_bind(HANDLE process, BOOL held)
{
    if (!held && (broke_away(process) || has_no_other_way(process))) make_job(process);
}
