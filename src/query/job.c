/* SPDX-License-Identifier: MIT */
#include "job.h"
#include "choose.h"
#include "last_answer.h"
#include "../common/maximum.h"
#include "../source/unixlib_processes.h"

enum { HANDLES = 512 };

/* The job's number is 0 while another thread writes the handle. */
static struct {
    ULONG64 job;
    ULONG handle;
} known[HANDLES];

static ULONG place_of(HANDLE handle)
{
    return (ULONG)(ULONG_PTR)handle / 4 % HANDLES;
}

static ULONG64 find(HANDLE handle)
{
    const ULONG i = place_of(handle);
    const ULONG64 job = atomic_read(&known[i].job);

    if (__atomic_load_n(&known[i].handle, __ATOMIC_ACQUIRE) != (ULONG)(ULONG_PTR)handle) return 0;
    return atomic_read(&known[i].job) == job ? job : 0;
}

static void remember(HANDLE handle, ULONG64 job)
{
    const ULONG i = place_of(handle);

    if (!job && __atomic_load_n(&known[i].handle, __ATOMIC_RELAXED) != (ULONG)(ULONG_PTR)handle) return;
    __atomic_store_n(&known[i].job, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&known[i].handle, (ULONG)(ULONG_PTR)handle, __ATOMIC_RELEASE);
    __atomic_store_n(&known[i].job, job, __ATOMIC_RELEASE);
}

void query_job_handle_is_new(HANDLE handle, HANDLE from)
{
    remember(handle, from ? find(from) : 0);
}

static BOOLEAN is_told(void)
{
    return choose(CYCLETIME_QUESTION_PROCESS_TIMES) == &source_wine_host && unixlib_is_in_use();
}

/* A handle that was closed may now refer to another job, and nothing reports that, so the job's live processes identify it.
   A job whose number is known has had a process. SEEN is NULL if the caller does not need the times. */
static NTSTATUS ask(HANDLE job, ULONG64 *number, struct cpu_time *seen)
{
    const ULONG64 known = find(job);
    ULONG count, processes = 1, *ids;
    NTSTATUS status;

    *number = known;
    if (!(ids = nt_job_members(job, &count))) return STATUS_NOT_SUPPORTED;
    if (NT_SUCCESS(nt_job_processes(job, &processes)) && !processes) *number = 0;
    status = unixlib_job(number, processes, ids, count, seen);
    nt_release(ids);
    if (NT_SUCCESS(status) && *number != known) remember(job, *number);
    return status;
}

BOOLEAN query_membership_begins(HANDLE job, HANDLE process, struct query_membership *membership)
{
    ULONG id;
    ULONG64 creation;

    *membership = (struct query_membership){ .job = job };
    if (!is_told()) return FALSE;
    if (!NT_SUCCESS(nt_process_identity(process, &id, &creation))) return FALSE;
    membership->host.id = id;
    membership->host.creation = creation;
    ask(job, &membership->host.job, NULL);
    return unixlib_membership_begins(&membership->host);
}

void query_membership_ends(struct query_membership *membership, BOOLEAN holds)
{
    unixlib_membership_ends(&membership->host, holds);
    if (holds) remember(membership->job, membership->host.job);
}

NTSTATUS query_job_times(HANDLE job, ULONG64 *kernel, ULONG64 *user)
{
    struct cpu_time seen = { 0 };
    ULONG64 number;
    NTSTATUS status;

    if (!is_told()) return STATUS_NOT_SUPPORTED;
    status = ask(job, &number, &seen);
    if (!NT_SUCCESS(status)) return status;
    seen.creation = number;
    seen.id = (ULONG)(number >> 12) | 4;
    last_answer_update(SUBJECT_JOB, &seen);
    *kernel = seen.kernel;
    *user = seen.user;
    return STATUS_SUCCESS;
}
