/* SPDX-License-Identifier: MIT */
/* A program with no knowledge of cycletime that asks ntdll for the functions. The argument: another process's id. */
#include "plain.h"

#include <winternl.h>

NTSTATUS NTAPI LdrGetDllHandle(PWSTR, PULONG, PUNICODE_STRING, PVOID *);
NTSTATUS NTAPI LdrGetProcedureAddress(PVOID, PANSI_STRING, ULONG, PVOID *);

static void *find(PVOID module, char *name)
{
    void *function = NULL;
    ANSI_STRING text;

    RtlInitAnsiString(&text, name);
    return LdrGetProcedureAddress(module, &text, 0, &function) < 0 ? NULL : function;
}

static void look_up(const char *who, WCHAR *name, HANDLE other)
{
    UNICODE_STRING text;
    PVOID from = NULL;

    RtlInitUnicodeString(&text, name);
    LdrGetDllHandle(NULL, NULL, &text, &from);
    const struct plain_functions found = {
        find(from, "QueryThreadCycleTime"), find(from, "QueryProcessCycleTime"), find(from, "GetThreadTimes"),
        find(from, "GetProcessTimes") };

    plain_ask(who, &found, other);
}

int main(int argc, char **argv)
{
    static WCHAR kernel32[] = L"kernel32.dll", kernelbase[] = L"kernelbase.dll";

    plain_work();
    look_up("kernel32", kernel32, plain_other(argc, argv));
    look_up("kernelbase", kernelbase, plain_other(argc, argv));
    plain_end();
    return 0;
}
