/* SPDX-License-Identifier: MIT */
#include "companion.h"

static HANDLE program;

enum { OBEYED = 1000 }; /* ms, in which a program ends that obeys */

/* Both get the event. Ctrl-C and Ctrl-Break are the program's to obey or not; at the others the system ends who returns,
   so the program has its time first. If it ends, so do we, and a process that ends just when this thread does can be lost
   under Wine: it hangs until it is killed, or crashes. */
static BOOL WINAPI handle(DWORD event)
{
    const DWORD patience = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT ? OBEYED : INFINITE;

    if (WaitForSingleObject(program, patience) == WAIT_OBJECT_0) Sleep(INFINITE);
    return TRUE;
}

BOOL companion_heed(HANDLE process)
{
    program = process;
    return SetConsoleCtrlHandler(handle, TRUE);
}

/* Wine lets a child that breaks away from one job out of the outer ones too. From that of Wine's own start.exe, which often
   starts us, they break away by themselves. */
static BOOL would_free_from_outer_job(void)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits;
    BOOL in_job;

    if (!GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "wine_get_dos_file_name")) return FALSE; /* not Wine */
    if (!IsProcessInJob(GetCurrentProcess(), NULL, &in_job)) return TRUE;
    if (!in_job) return FALSE;
    if (!QueryInformationJobObject(NULL, JobObjectExtendedLimitInformation, &limits, sizeof limits, NULL)) return TRUE;
    return !(limits.BasicLimitInformation.LimitFlags & JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK);
}

void companion_bind(HANDLE process)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = { 0 };
    HANDLE job;

    if (would_free_from_outer_job() || !(job = CreateJobObjectW(NULL, NULL))) return;
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_BREAKAWAY_OK | JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK;
    /* The job's only handle is closed by the end of this process. Where jobs do not nest, the program goes without. */
    if (!SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits)
        || !AssignProcessToJobObject(job, process))
        CloseHandle(job);
}
