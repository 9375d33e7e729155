/* SPDX-License-Identifier: MIT */
/* The command lines of processes, read from their memory, and jobs, from their handles. Only the viewer reads these. */
#ifndef CYCLETIME_TOP_PROCESS_MEMORY_H
#define CYCLETIME_TOP_PROCESS_MEMORY_H

#include "library/nt/nt.h"

/* Reads the command line of a process of either word size, as it is in that process's memory, without a terminating zero;
   the caller releases the block. The handle needs PROCESS_QUERY_INFORMATION and PROCESS_VM_READ. STATUS_NOT_SUPPORTED: a
   32-bit program cannot read a 64-bit process. */
NTSTATUS nt_command_line(HANDLE process, WCHAR **line, ULONG *bytes);

/* Calls REPORT for every job of which another process has a handle that this one may duplicate, with the ids of the
   processes in the job and in its nested jobs. REPORT is called once for each such handle, so several times for one job. */
NTSTATUS nt_each_job(void (*report)(PVOID context, const ULONG_PTR *ids, ULONG count), PVOID context);

#endif
