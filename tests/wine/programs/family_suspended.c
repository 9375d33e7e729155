/* SPDX-License-Identifier: MIT */
/* Children that begin when their parent says so. */
#include "family.h"

#define PSAPI_VERSION 1
#include <psapi.h>
#include <winternl.h>

/* Where its loader keeps its modules: 0 before it has any. */
static BOOL has_loader_data(HANDLE process)
{
    PROCESS_BASIC_INFORMATION basic;
    PVOID environment[4] = { 0 };  /* PEB: flags, mutant, image base, loader data */
    SIZE_T got;

    if (NtQueryInformationProcess(process, ProcessBasicInformation, &basic, sizeof basic, NULL) < 0) return 2;
    if (!ReadProcessMemory(process, basic.PebBaseAddress, environment, sizeof environment, &got)) return 3;
    return environment[3] != NULL;
}

static void look_at(const PROCESS_INFORMATION *child)
{
    HMODULE modules[64];
    DWORD size = 0, count = SuspendThread(child->hThread), exit_code = 0;
    BOOL listed;

    say("it was suspended %lu times, is now once more, and then as before: %lu", count, ResumeThread(child->hThread));
    listed = EnumProcessModules(child->hProcess, modules, sizeof modules, &size);
    say("modules: %d, %lu; loader data: %d", listed, listed ? size / (DWORD)sizeof *modules : 0,
        has_loader_data(child->hProcess));
    GetExitCodeProcess(child->hProcess, &exit_code);
    say("exit code 0x%lx, report: %d", exit_code, has_report());
}

void parent_suspended(void)
{
    PROCESS_INFORMATION child;

    start(own_line(L"report report-all"), CREATE_SUSPENDED, &child);
    look_at(&child);
    Sleep(300);
    look_at(&child);
    say("resumed: %lu", ResumeThread(child.hThread));
    WaitForSingleObject(child.hProcess, PATIENCE_MS);
    relay(2);
    end_of(&child, TRUE);
}

/* The parent has an APC of its own queued to the child, of a function that lies in the same place in both. */
void parent_apc(void)
{
    HANDLE event = inheritable_event();
    PROCESS_INFORMATION child;

    start(own_line(L"report"), CREATE_SUSPENDED, &child);
    say("queued: %lu", QueueUserAPC((PAPCFUNC)(PVOID)SetEvent, child.hThread, (ULONG_PTR)event) != 0);
    say("before: %lu", WaitForSingleObject(event, 100));
    ResumeThread(child.hThread);
    say("after: %lu", WaitForSingleObject(event, PATIENCE_MS));
    relay(1);
    end_of(&child, TRUE);
}

void parent_unresumed(void)
{
    PROCESS_INFORMATION child;

    start(own_line(L"report report-all"), CREATE_SUSPENDED, &child);
    say("ended: %d", TerminateProcess(child.hProcess, 77));
    end_of(&child, TRUE);
    say("report: %d", has_report());
}
