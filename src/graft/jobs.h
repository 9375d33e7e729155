/* SPDX-License-Identifier: MIT */
/* What the graft puts in the place of NT's calls about jobs: which process is in which is kept, so that their times are
   known. */
#ifndef CYCLETIME_GRAFT_JOBS_H
#define CYCLETIME_GRAFT_JOBS_H

#include "../nt/nt.h"

NTSTATUS WINAPI GraftedNtAssignProcessToJobObject(HANDLE, HANDLE);
NTSTATUS WINAPI GraftedNtCreateJobObject(PHANDLE, ACCESS_MASK, PVOID);
NTSTATUS WINAPI GraftedNtDuplicateObject(HANDLE, HANDLE, HANDLE, PHANDLE, ACCESS_MASK, ULONG, ULONG);
NTSTATUS WINAPI GraftedNtOpenJobObject(PHANDLE, ACCESS_MASK, PVOID);
NTSTATUS WINAPI GraftedNtQueryInformationJobObject(HANDLE, ULONG, PVOID, ULONG, PULONG);

#endif
