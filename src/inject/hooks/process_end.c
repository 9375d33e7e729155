/* SPDX-License-Identifier: MIT */
/* The hooks of the functions that end a process: the times and the exit code are recorded first.
   Ctrl-C, and the other events of a console, end a program that does not handle them. Windows then ends the process with
   STATUS_CONTROL_C_EXIT. Wine 8 and 9 end it with 0, which would count as a success; Wine 10 and 11 do so for the other
   events, such as the close of the console. */
#include "inject/hooks/hooks.h"
#include "library/query/query.h"

static void (WINAPI *exit_process)(NTSTATUS code);
static DWORD ending_thread; /* on which Wine ends this process because of such an event; 0: none */

/* In kernelbase, only the last handler of console events calls RtlExitUserProcess with one of these codes. A program's
   handler that calls ExitProcess comes by kernel32, or by kernelbase's export, which the loader binds to ntdll's function.
   Wine: last-handler. */
static void WINAPI exit_by_event(NTSTATUS code)
{
    if (!code || code == STATUS_CONTROL_C_EXIT) {
        ending_thread = GetCurrentThreadId();
        query_unixlib_process_exits((ULONG)STATUS_CONTROL_C_EXIT, TRUE);
    }
    exit_process(code);
}

BOOLEAN process_end_find(struct hook *hook)
{
    *hook = (struct hook){ .module = GetModuleHandleW(L"ntdll.dll"),
                           .importer = GetModuleHandleW(L"kernelbase.dll"),
                           .name = "RtlExitUserProcess",
                           .to = (PVOID)exit_by_event };
    hook->from = (PVOID)GetProcAddress(hook->module, hook->name);
    exit_process = (void (WINAPI *)(NTSTATUS))hook->from;
    return hook->from && hook->importer;
}

/* A NULL handle ends the other threads of this process, the pseudo handle this process. */
NTSTATUS WINAPI HookedNtTerminateProcess(HANDLE Process, NTSTATUS Status)
{
    struct query_kill kill;
    BOOLEAN is_kept, is_event;
    NTSTATUS status;

    if (!Process || Process == NT_CURRENT_PROCESS) {
        is_event = !Status && GetCurrentThreadId() == ending_thread;
        query_unixlib_process_exits((ULONG)(is_event ? STATUS_CONTROL_C_EXIT : Status), FALSE);
        if (Process && nt_unixlib_is_open()) nt_unixlib_call(UNIXLIB_CALL_PROCESS_END, NULL);
        return trampolines.NtTerminateProcess(Process, Status);
    }
    is_kept = query_kill_begins(Process, 0, (ULONG)Status, &kill);
    status = trampolines.NtTerminateProcess(Process, Status);
    if (is_kept) query_kill_ends(&kill, NT_SUCCESS(status));
    return status;
}
