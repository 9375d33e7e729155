/* SPDX-License-Identifier: MIT */
/* NT's queries: the system's own, and what the graft puts in their place, which answers some classes itself. */
#ifndef CYCLETIME_NT_QUERIES_H
#define CYCLETIME_NT_QUERIES_H

#include "../nt/nt.h"

/* The system's own, from before the graft; NULL where it has none. */
struct nt_queries {
    NTSTATUS (WINAPI *NtQueryInformationProcess)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtQueryInformationThread)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtQuerySystemInformation)(ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtQuerySystemInformationEx)(ULONG, PVOID, ULONG, PVOID, ULONG, PULONG);
};

extern struct nt_queries nt_original;

/* In src/api, as all that programs call. */
NTSTATUS WINAPI AnsweringNtQueryInformationProcess(HANDLE, ULONG, PVOID, ULONG, PULONG);
NTSTATUS WINAPI AnsweringNtQueryInformationThread(HANDLE, ULONG, PVOID, ULONG, PULONG);
NTSTATUS WINAPI AnsweringNtQuerySystemInformation(ULONG, PVOID, ULONG, PULONG);
NTSTATUS WINAPI AnsweringNtQuerySystemInformationEx(ULONG, PVOID, ULONG, PVOID, ULONG, PULONG);

#endif
