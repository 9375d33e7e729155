/* SPDX-License-Identifier: MIT */
/* The hooks of ntdll's job functions: a job's CPU times are answered, and what puts a process into a job is reported to
   the Linux side. All else is passed on. */
#include "inject/hooks/hooks.h"
#include "library/query/query.h"

#include <stddef.h>

/* In winnt.h these names belong to an enumeration type; the class of a query is a ULONG. */
enum {
    BASIC_ACCOUNTING = JobObjectBasicAccountingInformation,
    BASIC_AND_IO = JobObjectBasicAndIoAccountingInformation,
    BASIC_LIMIT = JobObjectBasicLimitInformation,
    EXTENDED_LIMIT = JobObjectExtendedLimitInformation
};

_Static_assert(sizeof(JOBOBJECT_BASIC_ACCOUNTING_INFORMATION) == 0x30, "the same for both word sizes");
_Static_assert(sizeof(JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION) == 0x60, "the same for both word sizes");
_Static_assert(offsetof(JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, TotalPageFaultCount) == 0x20, "times first");

static void keep_new_handle(NTSTATUS status, PHANDLE handle, BOOLEAN is_opened)
{
    HANDLE new;

    if (NT_SUCCESS(status) && NT_SUCCESS(nt_copy(&new, handle, sizeof new))) query_job_handle_is_new(new, is_opened);
}

NTSTATUS WINAPI HookedNtCreateJobObject(PHANDLE Job, ACCESS_MASK Access, PVOID Attributes)
{
    const NTSTATUS status = trampolines.NtCreateJobObject(Job, Access, Attributes);

    keep_new_handle(status, Job, status == STATUS_OBJECT_NAME_EXISTS);
    return status;
}

NTSTATUS WINAPI HookedNtOpenJobObject(PHANDLE Job, ACCESS_MASK Access, PVOID Attributes)
{
    const NTSTATUS status = trampolines.NtOpenJobObject(Job, Access, Attributes);

    keep_new_handle(status, Job, TRUE);
    return status;
}

NTSTATUS WINAPI HookedNtDuplicateObject(HANDLE From, HANDLE Handle, HANDLE To, PHANDLE Duplicate, ACCESS_MASK Access,
                                        ULONG Attributes, ULONG Options)
{
    const NTSTATUS status = trampolines.NtDuplicateObject(From, Handle, To, Duplicate, Access, Attributes, Options);
    HANDLE duplicate;

    if (!NT_SUCCESS(status) || !Duplicate) return status;
    if (NT_SUCCESS(nt_copy(&duplicate, Duplicate, sizeof duplicate)))
        query_job_handle_is_copied(From, Handle, To, duplicate);
    return status;
}

NTSTATUS WINAPI HookedNtAssignProcessToJobObject(HANDLE Job, HANDLE Process)
{
    struct unixlib_membership membership;
    const BOOLEAN is_kept = query_membership_begins(Job, Process, &membership);
    const NTSTATUS status = trampolines.NtAssignProcessToJobObject(Job, Process);

    if (is_kept) query_membership_ends(&membership, NT_SUCCESS(status));
    return status;
}

NTSTATUS WINAPI HookedNtTerminateJobObject(HANDLE Job, NTSTATUS Status)
{
    ULONG count;
    struct query_kill *kills = query_job_kills_begin(Job, (ULONG)Status, &count);
    const NTSTATUS status = trampolines.NtTerminateJobObject(Job, Status);

    query_job_kills_end(kills, count, NT_SUCCESS(status));
    return status;
}

/* Microsoft's pages: the period's times are set to 0 each time a limit of the job's user time is established, and
   JOB_OBJECT_LIMIT_PRESERVE_JOB_TIME preserves the limit that was set before. Windows refuses both flags at once, Wine does
   not. The structure of the extended limits begins with that of the basic ones. */
NTSTATUS WINAPI HookedNtSetInformationJobObject(HANDLE Job, ULONG Class, PVOID Buffer, ULONG Length)
{
    const NTSTATUS status = trampolines.NtSetInformationJobObject(Job, Class, Buffer, Length);
    const ULONG flags = JOB_OBJECT_LIMIT_JOB_TIME | JOB_OBJECT_LIMIT_PRESERVE_JOB_TIME;
    JOBOBJECT_BASIC_LIMIT_INFORMATION limit;

    if (!NT_SUCCESS(status) || (Class != BASIC_LIMIT && Class != EXTENDED_LIMIT) || Length < sizeof limit) return status;
    if (NT_SUCCESS(nt_copy(&limit, Buffer, sizeof limit)) && (limit.LimitFlags & flags) == JOB_OBJECT_LIMIT_JOB_TIME)
        query_job_period_begins(Job);
    return status;
}

static BOOLEAN replace_job_times(HANDLE job, JOBOBJECT_BASIC_ACCOUNTING_INFORMATION *accounting)
{
    struct query_job_times times;

    if (!NT_SUCCESS(query_job_times(job, &times))) return FALSE;
    accounting->TotalUserTime.QuadPart = (LONGLONG)times.user;
    accounting->TotalKernelTime.QuadPart = (LONGLONG)times.kernel;
    accounting->ThisPeriodTotalUserTime.QuadPart = (LONGLONG)times.period_user;
    accounting->ThisPeriodTotalKernelTime.QuadPart = (LONGLONG)times.period_kernel;
    return TRUE;
}

/* Wine has JobObjectBasicAccountingInformation and not the class with I/O counters, whose structure begins with it. Wine
   reports no process's I/O either: ProcessIoCounters are 0. */
static NTSTATUS put_accounting_and_io(HANDLE job, PVOID buffer, ULONG length, PULONG returned)
{
    JOBOBJECT_BASIC_AND_IO_ACCOUNTING_INFORMATION both = { 0 };
    const struct length_verdict verdict = class_length(NT_EXACT, length, 1, sizeof both);
    NTSTATUS status;

    if (!NT_SUCCESS(verdict.status)) return verdict.status;
    status = trampolines.NtQueryInformationJobObject(job, BASIC_ACCOUNTING, &both.BasicInfo, sizeof both.BasicInfo, NULL);
    if (!NT_SUCCESS(status)) return status;
    replace_job_times(job, &both.BasicInfo);
    status = nt_copy(buffer, &both, sizeof both);
    return NT_SUCCESS(status) && returned ? nt_copy(returned, &verdict.length, sizeof verdict.length) : status;
}

NTSTATUS WINAPI HookedNtQueryInformationJobObject(HANDLE Job, ULONG Class, PVOID Buffer, ULONG Length, PULONG ReturnLength)
{
    const NTSTATUS status = trampolines.NtQueryInformationJobObject(Job, Class, Buffer, Length, ReturnLength);
    const ULONG times = offsetof(JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, TotalPageFaultCount);
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION accounting;

    if (Class != BASIC_ACCOUNTING && Class != BASIC_AND_IO) return status;
    if (Class == BASIC_AND_IO && (status == STATUS_NOT_IMPLEMENTED || status == STATUS_INVALID_INFO_CLASS))
        return put_accounting_and_io(Job, Buffer, Length, ReturnLength);
    /* Cycletime's times replace those in the system's answer. */
    if (NT_SUCCESS(status) && replace_job_times(Job, &accounting)) (void)nt_copy(Buffer, &accounting, times);
    return status;
}
