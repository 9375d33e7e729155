/* SPDX-License-Identifier: MIT */
/* What the graft puts in the place of NT's queries: cycletime's answer for some classes, else the system's own. */
#ifndef CYCLETIME_NT_QUERIES_H
#define CYCLETIME_NT_QUERIES_H

#include "../nt/nt.h"

NTSTATUS WINAPI GraftedNtQueryInformationProcess(HANDLE, ULONG, PVOID, ULONG, PULONG);
NTSTATUS WINAPI GraftedNtQueryInformationThread(HANDLE, ULONG, PVOID, ULONG, PULONG);
NTSTATUS WINAPI GraftedNtQuerySystemInformation(ULONG, PVOID, ULONG, PULONG);
NTSTATUS WINAPI GraftedNtQuerySystemInformationEx(ULONG, PVOID, ULONG, PVOID, ULONG, PULONG);
NTSTATUS WINAPI GraftedRtlGetNativeSystemInformation(ULONG, PVOID, ULONG, PULONG);

#endif
