/* SPDX-License-Identifier: MIT */
#include "unixlib/calls/call.h"
#include "unixlib/shared_file/job.h"
#include "unixlib/shared_file/job_totals.h"
#include "unixlib/shared_file/job_membership.h"
#include "unixlib/calls/process_calls.h"

/* The job is written before the system assigns the process to it, so that not even the shortest process ends without its
   job. */
static int32_t begin_membership(const struct publisher *publisher, const struct shared_file *file,
                                struct process_identity process, struct unixlib_membership *asked)
{
    const uint64_t job = asked->job ? asked->job : job_begin(file),
                   before = job_membership_of(publisher, file, process).job;

    if (!job || !job_membership_set_job(file, process, job)) return UNIXLIB_UNKNOWN;
    asked->job = job;
    asked->before = before;
    return UNIXLIB_DONE;
}

int32_t call_job_membership(void *arguments)
{
    struct unixlib_membership *asked = arguments;
    struct publisher *publisher = process_publisher();
    const struct shared_file *file = publisher ? publisher_file_to_ask(publisher) : NULL;
    const struct process_identity process = process_in(publisher, asked->id, asked->creation);

    if (!file) return UNIXLIB_UNKNOWN;
    switch (asked->step) {
    case UNIXLIB_MEMBERSHIP_BEGINS: return begin_membership(publisher, file, process, asked);
    case UNIXLIB_MEMBERSHIP_HOLDS: job_nest(file, asked->job, asked->before); return UNIXLIB_DONE;
    case UNIXLIB_MEMBERSHIP_FAILED: /* the process stays in the job it was in */
        return job_membership_set_job(file, process, asked->before) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
    default: return UNIXLIB_REFUSED;
    }
}

int32_t call_job(void *arguments)
{
    struct unixlib_job *asked = arguments;
    struct publisher *publisher = process_publisher();
    struct cpu_times times = { 0, 0 }, before = { 0, 0 };
    uint64_t job;

    if (!publisher) return UNIXLIB_UNKNOWN;
    job = job_totals_find_job(publisher, asked->job, asked->processes, asked->ids, asked->count);
    if (!job) return UNIXLIB_UNKNOWN;
    if (asked->times) before = job_totals_read_period(publisher, job);
    if (asked->times && !job_totals_read(publisher, job, asked->ids, asked->count, &times)) return UNIXLIB_UNKNOWN;
    asked->job = job;
    asked->total = times.user + times.kernel;
    asked->kernel = times.kernel;
    asked->total_before = before.user + before.kernel;
    asked->kernel_before = before.kernel;
    return UNIXLIB_DONE;
}

int32_t call_job_period(void *arguments)
{
    const struct unixlib_job_period *asked = arguments;
    const struct cpu_times before = { asked->total - asked->kernel, asked->kernel };
    struct publisher *publisher = process_publisher();

    return publisher && job_totals_begin_period(publisher, asked->job, before) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}
