/* SPDX-License-Identifier: MIT */
/* A job's CPU times. What happens to jobs is reported to the Linux side, which keeps the sums. */
#include "library/query/query.h"
#include "library/source/unixlib.h"
#include "protocol/arithmetic.h"

enum { HANDLES = 512 };

/* The numbers of the jobs to which handles led, by handle. A job's number is 0 while another thread writes the handle. */
static struct known_job {
    ULONG64 job;
    ULONG handle;
} known_jobs[HANDLES];

/* The system ignores the two lowest bits of a handle. The result 0 means no handle. */
static ULONG handle_number(HANDLE handle)
{
    return (ULONG)(ULONG_PTR)handle & ~3u;
}

static ULONG64 find_job_number(HANDLE handle)
{
    const ULONG number = handle_number(handle);
    const struct known_job *known = &known_jobs[number / 4 % HANDLES];
    const ULONG64 job = atomic_read(&known->job);

    if (__atomic_load_n(&known->handle, __ATOMIC_ACQUIRE) != number) return 0;
    return atomic_read(&known->job) == job ? job : 0;
}

static void remember_job_number(HANDLE handle, ULONG64 job)
{
    const ULONG number = handle_number(handle);
    struct known_job *known = &known_jobs[number / 4 % HANDLES];
    const ULONG64 before = find_job_number(handle);
    struct unixlib_membership released = { .job = before, .handle = number, .step = UNIXLIB_MEMBERSHIP_RELEASED };

    if (!number || (!job && __atomic_load_n(&known->handle, __ATOMIC_RELAXED) != number)) return;
    if (before && before != job) nt_unixlib_call(UNIXLIB_CALL_MEMBERSHIP, &released);
    __atomic_store_n(&known->job, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&known->handle, number, __ATOMIC_RELEASE);
    __atomic_store_n(&known->job, job, __ATOMIC_RELEASE);
}

static BOOLEAN is_this_process(HANDLE process)
{
    ULONG id;
    ULONG64 creation;

    if (process == NT_CURRENT_PROCESS) return TRUE;
    return NT_SUCCESS(nt_process_identity(process, &id, &creation)) && id == GetCurrentProcessId();
}

/* Most handles are no job's, and then the system is not asked which processes these are. */
void query_job_handle_is_copied(HANDLE from, HANDLE handle, HANDLE to, HANDLE copy)
{
    const ULONG64 job = find_job_number(handle);

    if ((job || find_job_number(copy)) && is_this_process(to)) remember_job_number(copy, is_this_process(from) ? job : 0);
}

/* A handle that was closed may now refer to another job, and nothing reports that, so the job's live processes identify it,
   or a handle of the process that numbered it, if that lives and has not closed the handle. A closed handle's value may
   lead to a later job of the same process, which has a larger number. A job whose number is known has had a process. A JOB
   of NULL is the one that this process is in now: the innermost one, if it is in several. TIMES may be NULL. */
static NTSTATUS query_job_by_handle(HANDLE job, ULONG64 *number, struct unixlib_job_times *times)
{
    const ULONG own = GetCurrentProcessId();
    struct unixlib_job_holder holder = { .place = 0 };
    ULONG64 known = find_job_number(job);
    ULONG count, processes = 1, *ids;
    NTSTATUS status = job ? STATUS_SUCCESS : unixlib_job(&known, 1, &own, 1, NULL);

    *number = known;
    if (!NT_SUCCESS(status)) return status;
    ids = nt_job_members(job, &count);
    if (!ids) return STATUS_NOT_SUPPORTED;
    if (NT_SUCCESS(nt_job_processes(job, &processes)) && !processes) *number = 0;
    status = unixlib_job(number, processes, ids, count, times);
    if (!NT_SUCCESS(status) && job && processes) {
        *number = 0;
        while (nt_unixlib_call(UNIXLIB_CALL_JOB_HOLDER, &holder) == UNIXLIB_DONE)
            if (holder.job > *number && nt_is_same_object(job, holder.id, (HANDLE)(ULONG_PTR)holder.handle))
                *number = holder.job;
        if (*number) status = unixlib_job(number, processes, ids, count, times);
    }
    nt_release(ids);
    if (NT_SUCCESS(status) && *number != known) remember_job_number(job, *number);
    return status;
}

/* This function asks for an opened job now, while its processes live, since cycletime identifies a job by these. */
void query_job_handle_is_new(HANDLE handle, BOOLEAN is_opened)
{
    ULONG64 number;

    remember_job_number(handle, 0);
    if (is_opened && unixlib_answers(CYCLETIME_QUESTION_PROCESS_TIMES)) query_job_by_handle(handle, &number, NULL);
}

BOOLEAN query_membership_begins(HANDLE job, HANDLE process, struct unixlib_membership *membership)
{
    ULONG id;
    ULONG64 creation;

    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESS_TIMES)) return FALSE;
    if (!NT_SUCCESS(nt_process_identity(process, &id, &creation))) return FALSE;
    *membership = (struct unixlib_membership){
        .creation = creation, .id = id, .step = UNIXLIB_MEMBERSHIP_BEGINS, .handle = handle_number(job)
    };
    query_job_by_handle(job, &membership->job, NULL);
    return nt_unixlib_call(UNIXLIB_CALL_MEMBERSHIP, membership) == UNIXLIB_DONE;
}

void query_membership_ends(struct unixlib_membership *membership, BOOLEAN holds)
{
    membership->step = holds ? UNIXLIB_MEMBERSHIP_HOLDS : UNIXLIB_MEMBERSHIP_FAILED;
    nt_unixlib_call(UNIXLIB_CALL_MEMBERSHIP, membership);
    if (holds) remember_job_number((HANDLE)(ULONG_PTR)membership->handle, membership->job);
}

/* Each process that asks rounds kernel and user time for itself. So a part of the job's time may be less than it was for
   the process that began the period; the period has used nothing of it then. */
NTSTATUS query_job_times(HANDLE job, struct query_job_times *times)
{
    struct unixlib_job_times seen = { .all.kernel = 0 };
    NTSTATUS status;
    ULONG64 number;

    if (!unixlib_answers(CYCLETIME_QUESTION_PROCESS_TIMES)) return STATUS_NOT_SUPPORTED;
    status = query_job_by_handle(job, &number, &seen);
    if (!NT_SUCCESS(status)) return status;
    seen.all.creation = number;
    seen.all.id = (ULONG)(number >> 12) | 4;
    monotonic_cache_update(SUBJECT_JOB, &seen.all);
    times->number = number;
    times->kernel = seen.all.kernel;
    times->user = seen.all.user;
    times->period_kernel = seen.all.kernel > seen.before.kernel ? seen.all.kernel - seen.before.kernel : 0;
    times->period_user = seen.all.user > seen.before.user ? seen.all.user - seen.before.user : 0;
    return STATUS_SUCCESS;
}

void query_job_period_begins(HANDLE job)
{
    struct unixlib_job_period period;
    struct query_job_times times;

    if (!NT_SUCCESS(query_job_times(job, &times))) return;
    period = (struct unixlib_job_period){ times.number, (times.kernel + times.user) * 100, times.kernel * 100 };
    nt_unixlib_call(UNIXLIB_CALL_JOB_PERIOD, &period);
}
