/* SPDX-License-Identifier: MIT */
/* A job's CPU times. What happens to jobs is reported to the Linux side, which keeps the sums. */
#include "library/query/query.h"
#include "library/query/sources.h"
#include "library/source/unixlib_processes.h"
#include "protocol/arithmetic.h"
#include "library/nt/nt.h"

enum { HANDLES = 512 };

/* The job's number is 0 while another thread writes the handle. */
static struct {
    ULONG64 job;
    ULONG handle;
} known[HANDLES];

/* The system ignores the two lowest bits of a handle. NULL is 0, which no handle is, and leads to no job for good. */
static ULONG value_of(HANDLE handle)
{
    return (ULONG)(ULONG_PTR)handle & ~3u;
}

static ULONG place_of(ULONG value)
{
    return value / 4 % HANDLES;
}

static ULONG64 find_job_number(HANDLE handle)
{
    const ULONG value = value_of(handle), i = place_of(value);
    const ULONG64 job = atomic_read(&known[i].job);

    if (__atomic_load_n(&known[i].handle, __ATOMIC_ACQUIRE) != value) return 0;
    return atomic_read(&known[i].job) == job ? job : 0;
}

static void remember_job_number(HANDLE handle, ULONG64 job)
{
    const ULONG value = value_of(handle), i = place_of(value);
    const ULONG64 before = find_job_number(handle);

    if (!value || (!job && __atomic_load_n(&known[i].handle, __ATOMIC_RELAXED) != value)) return;
    if (before && before != job) unixlib_job_is_released(before, value);
    __atomic_store_n(&known[i].job, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&known[i].handle, value, __ATOMIC_RELEASE);
    __atomic_store_n(&known[i].job, job, __ATOMIC_RELEASE);
}

void query_job_handle_is_new(HANDLE handle)
{
    remember_job_number(handle, 0);
}

static BOOLEAN is_this_process(HANDLE process)
{
    ULONG id;
    ULONG64 creation;

    if (process == NT_CURRENT_PROCESS) return TRUE;
    return NT_SUCCESS(nt_process_identity(process, &id, &creation)) && id == nt_own_process_id();
}

/* Most handles are no job's, and then the system is not asked which processes these are. */
void query_job_handle_is_copied(HANDLE from, HANDLE handle, HANDLE to, HANDLE copy)
{
    const ULONG64 job = find_job_number(handle);

    if ((job || find_job_number(copy)) && is_this_process(to)) remember_job_number(copy, is_this_process(from) ? job : 0);
}

static BOOLEAN job_totals_work(void)
{
    return choose_source(CYCLETIME_QUESTION_PROCESS_TIMES) == &source_unixlib && nt_unixlib_is_open();
}

/* NULL means the job that this process is in now: the innermost one, if it is in several. */
static NTSTATUS find_own(ULONG64 *number)
{
    const ULONG id = nt_own_process_id();

    *number = 0;
    return unixlib_job(number, 1, &id, 1, NULL);
}

/* Returns the number of the job, by the handle of the process that numbered it; 0: no such process lives, or it has closed
   that handle. A closed handle's value may lead to a later job of the same process, which has a larger number. */
static ULONG64 find_held_job(HANDLE job)
{
    struct unixlib_job_holder holder = { .place = 0 };
    ULONG64 found = 0;

    while (unixlib_job_holder_next(&holder))
        if (holder.job > found && nt_is_same_object(job, holder.id, (HANDLE)(ULONG_PTR)holder.handle)) found = holder.job;
    return found;
}

/* A handle that was closed may now refer to another job, and nothing reports that, so the job's live processes identify it.
   A job whose number is known has had a process. TIMES is NULL if the caller does not
   need them. */
static NTSTATUS query_job_by_handle(HANDLE job, ULONG64 *number, struct unixlib_job_times *times)
{
    ULONG64 known = find_job_number(job);
    ULONG count, processes = 1, *ids;
    NTSTATUS status = STATUS_SUCCESS;

    if (!job) status = find_own(&known);
    *number = known;
    if (!NT_SUCCESS(status)) return status;
    if (!(ids = nt_job_members(job, &count))) return STATUS_NOT_SUPPORTED;
    if (NT_SUCCESS(nt_job_processes(job, &processes)) && !processes) *number = 0;
    status = unixlib_job(number, processes, ids, count, times);
    if (!NT_SUCCESS(status) && job && processes && (*number = find_held_job(job)))
        status = unixlib_job(number, processes, ids, count, times);
    nt_release(ids);
    if (NT_SUCCESS(status) && *number != known) remember_job_number(job, *number);
    return status;
}

/* This function asks now, while processes of the job live, since cycletime identifies a job by these. */
void query_job_handle_is_opened(HANDLE handle)
{
    ULONG64 number;

    query_job_handle_is_new(handle);
    if (job_totals_work()) query_job_by_handle(handle, &number, NULL);
}

BOOLEAN query_membership_begins(HANDLE job, HANDLE process, struct query_membership *membership)
{
    ULONG id;
    ULONG64 creation;

    *membership = (struct query_membership){ .job = job };
    if (!job_totals_work()) return FALSE;
    if (!NT_SUCCESS(nt_process_identity(process, &id, &creation))) return FALSE;
    membership->unixlib.id = id;
    membership->unixlib.creation = creation;
    membership->unixlib.handle = value_of(job);
    query_job_by_handle(job, &membership->unixlib.job, NULL);
    return unixlib_membership_begins(&membership->unixlib);
}

void query_membership_ends(struct query_membership *membership, BOOLEAN holds)
{
    unixlib_membership_ends(&membership->unixlib, holds);
    if (holds) remember_job_number(membership->job, membership->unixlib.job);
}

/* Each process of those that ask rounds kernel and user time for itself, so a part may be less than it was for the process
   that began the period. */
static ULONG64 growth_since(ULONG64 before, ULONG64 now)
{
    return now > before ? now - before : 0;
}

static NTSTATUS ask_times(HANDLE job, ULONG64 *number, struct query_job_times *times)
{
    struct unixlib_job_times seen = { .all.kernel = 0 };
    NTSTATUS status;

    if (!job_totals_work()) return STATUS_NOT_SUPPORTED;
    status = query_job_by_handle(job, number, &seen);
    if (!NT_SUCCESS(status)) return status;
    seen.all.creation = *number;
    seen.all.id = (ULONG)(*number >> 12) | 4;
    monotonic_cache_update(SUBJECT_JOB, &seen.all);
    times->kernel = seen.all.kernel;
    times->user = seen.all.user;
    times->period_kernel = growth_since(seen.before.kernel, seen.all.kernel);
    times->period_user = growth_since(seen.before.user, seen.all.user);
    return STATUS_SUCCESS;
}

NTSTATUS query_job_times(HANDLE job, struct query_job_times *times)
{
    ULONG64 number;

    return ask_times(job, &number, times);
}

void query_job_period_begins(HANDLE job)
{
    struct query_job_times times;
    ULONG64 number;

    if (NT_SUCCESS(ask_times(job, &number, &times))) unixlib_job_period_begins(number, times.kernel, times.user);
}
