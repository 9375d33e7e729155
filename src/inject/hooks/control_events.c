/* SPDX-License-Identifier: MIT */
/* Ctrl-C, and the other events of a console that end a program which does not handle them. Windows then ends the process
   with STATUS_CONTROL_C_EXIT. Wine 8 and 9 end it with 0, which would count as a success; Wine 10 and 11 do so for the
   other events, such as the close of the console. */
#include "inject/hooks/hooks.h"
#include "inject/hooks/iat.h"
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

BOOLEAN control_events_find(struct hook *hook)
{
    *hook = (struct hook){ .module = GetModuleHandleW(L"ntdll.dll"),
                           .importer = GetModuleHandleW(L"kernelbase.dll"),
                           .name = "RtlExitUserProcess",
                           .to = (PVOID)exit_by_event };
    hook->from = (PVOID)GetProcAddress(hook->module, hook->name);
    exit_process = (void (WINAPI *)(NTSTATUS))hook->from;
    return hook->from && hook->importer;
}

ULONG control_events_code(ULONG code)
{
    return !code && GetCurrentThreadId() == ending_thread ? (ULONG)STATUS_CONTROL_C_EXIT : code;
}
