/* SPDX-License-Identifier: MIT */
/* The system's own functions that the graft replaces, as they were before it; NULL where the system has none. */
#ifndef CYCLETIME_ORIGINALS_H
#define CYCLETIME_ORIGINALS_H

#include "../nt/nt.h"

struct originals {
    void (WINAPI *GetSystemTimePreciseAsFileTime)(LPFILETIME);
    BOOL (WINAPI *QueryPerformanceCounter)(LARGE_INTEGER *);
    BOOL (WINAPI *RtlQueryPerformanceCounter)(LARGE_INTEGER *);
    NTSTATUS (WINAPI *NtQueryPerformanceCounter)(LARGE_INTEGER *, LARGE_INTEGER *);
    NTSTATUS (WINAPI *NtAssignProcessToJobObject)(HANDLE, HANDLE);
    NTSTATUS (WINAPI *NtCreateJobObject)(PHANDLE, ACCESS_MASK, PVOID);
    NTSTATUS (WINAPI *NtDuplicateObject)(HANDLE, HANDLE, HANDLE, PHANDLE, ACCESS_MASK, ULONG, ULONG);
    NTSTATUS (WINAPI *NtOpenJobObject)(PHANDLE, ACCESS_MASK, PVOID);
    NTSTATUS (WINAPI *NtQueryInformationJobObject)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtTerminateProcess)(HANDLE, NTSTATUS);
    NTSTATUS (WINAPI *NtQueryInformationProcess)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtQueryInformationThread)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtQuerySystemInformation)(ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtQuerySystemInformationEx)(ULONG, PVOID, ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *RtlGetNativeSystemInformation)(ULONG, PVOID, ULONG, PULONG);
};

extern struct originals originals;

#endif
