/* SPDX-License-Identifier: MIT */
/* The system's own functions that the graft replaces, as they were before it; NULL where the system has none. */
#ifndef CYCLETIME_ORIGINALS_H
#define CYCLETIME_ORIGINALS_H

#include "../inject/child.h"
#include "../nt/nt.h"

typedef BOOL (WINAPI *create_process_a)(LPCSTR, LPSTR, LPSECURITY_ATTRIBUTES, LPSECURITY_ATTRIBUTES, BOOL, DWORD, LPVOID,
                                       LPCSTR, LPSTARTUPINFOA, LPPROCESS_INFORMATION);
typedef BOOL (WINAPI *create_process_as_user_a)(HANDLE, LPCSTR, LPSTR, LPSECURITY_ATTRIBUTES, LPSECURITY_ATTRIBUTES, BOOL,
                                               DWORD, LPVOID, LPCSTR, LPSTARTUPINFOA, LPPROCESS_INFORMATION);
typedef BOOL (WINAPI *create_process_as_user_w)(HANDLE, LPCWSTR, LPWSTR, LPSECURITY_ATTRIBUTES, LPSECURITY_ATTRIBUTES, BOOL,
                                               DWORD, LPVOID, LPCWSTR, LPSTARTUPINFOW, LPPROCESS_INFORMATION);
/* These two are in no header; the last argument is the token that the child got (Wine's kernelbase.spec and process.c). */
typedef BOOL (WINAPI *create_internal_a)(HANDLE, LPCSTR, LPSTR, LPSECURITY_ATTRIBUTES, LPSECURITY_ATTRIBUTES, BOOL, DWORD,
                                        LPVOID, LPCSTR, LPSTARTUPINFOA, LPPROCESS_INFORMATION, HANDLE *);
typedef BOOL (WINAPI *create_internal_w)(HANDLE, LPCWSTR, LPWSTR, LPSECURITY_ATTRIBUTES, LPSECURITY_ATTRIBUTES, BOOL, DWORD,
                                        LPVOID, LPCWSTR, LPSTARTUPINFOW, LPPROCESS_INFORMATION, HANDLE *);

struct originals {
    create_process_a CreateProcessA;
    create_process_w CreateProcessW;
    create_process_as_user_a CreateProcessAsUserA;
    create_process_as_user_w CreateProcessAsUserW;
    create_internal_a CreateProcessInternalA;
    create_internal_w CreateProcessInternalW;
    void (WINAPI *RaiseFailFastException)(EXCEPTION_RECORD *, CONTEXT *, DWORD);
    LPTOP_LEVEL_EXCEPTION_FILTER (WINAPI *SetUnhandledExceptionFilter)(LPTOP_LEVEL_EXCEPTION_FILTER);
    void (WINAPI *GetSystemTimePreciseAsFileTime)(LPFILETIME);
    BOOL (WINAPI *QueryPerformanceCounter)(LARGE_INTEGER *);
    BOOL (WINAPI *RtlQueryPerformanceCounter)(LARGE_INTEGER *);
    NTSTATUS (WINAPI *NtQueryPerformanceCounter)(LARGE_INTEGER *, LARGE_INTEGER *);
    NTSTATUS (WINAPI *NtAssignProcessToJobObject)(HANDLE, HANDLE);
    NTSTATUS (WINAPI *NtCreateJobObject)(PHANDLE, ACCESS_MASK, PVOID);
    NTSTATUS (WINAPI *NtDuplicateObject)(HANDLE, HANDLE, HANDLE, PHANDLE, ACCESS_MASK, ULONG, ULONG);
    NTSTATUS (WINAPI *NtOpenJobObject)(PHANDLE, ACCESS_MASK, PVOID);
    NTSTATUS (WINAPI *NtQueryInformationJobObject)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtTerminateJobObject)(HANDLE, NTSTATUS);
    NTSTATUS (WINAPI *NtTerminateProcess)(HANDLE, NTSTATUS);
    NTSTATUS (WINAPI *NtQueryInformationProcess)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtQueryInformationThread)(HANDLE, ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtQuerySystemInformation)(ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *NtQuerySystemInformationEx)(ULONG, PVOID, ULONG, PVOID, ULONG, PULONG);
    NTSTATUS (WINAPI *RtlGetNativeSystemInformation)(ULONG, PVOID, ULONG, PULONG);
};

extern struct originals originals;

#endif
