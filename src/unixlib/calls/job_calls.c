/* SPDX-License-Identifier: MIT */
#include "unixlib/calls/call.h"
#include "unixlib/shared_file/job.h"
#include "unixlib/shared_file/job_question.h"
#include "unixlib/shared_file/membership.h"
#include "unixlib/calls/process_calls.h"

/* The job is written before the system assigns the process to it, so that not even the shortest process ends without its
   job. */
static int32_t begin(const struct record *record, const struct record_file *file, struct record_process process,
                     struct unixlib_membership *asked)
{
    const uint64_t job = asked->job ? asked->job : job_begin(file), before = membership_of(record, file, process).job;

    if (!job || !membership_set_job(file, process, job)) return UNIXLIB_UNKNOWN;
    asked->job = job;
    asked->before = before;
    return UNIXLIB_DONE;
}

int32_t call_membership(void *arguments)
{
    struct unixlib_membership *asked = arguments;
    struct record *record = process_record();
    const struct record_file *file = record ? record_file_to_ask(record) : NULL;
    const struct record_process process = process_in(record, asked->id, asked->creation);

    if (!file) return UNIXLIB_UNKNOWN;
    switch (asked->step) {
    case UNIXLIB_MEMBERSHIP_BEGINS: return begin(record, file, process, asked);
    case UNIXLIB_MEMBERSHIP_HOLDS: job_nest(file, asked->job, asked->before); return UNIXLIB_DONE;
    case UNIXLIB_MEMBERSHIP_FAILED: /* the process stays in the job it was in */
        return membership_set_job(file, process, asked->before) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
    default: return UNIXLIB_REFUSED;
    }
}

int32_t call_job(void *arguments)
{
    struct unixlib_job *asked = arguments;
    struct record *record = process_record();
    struct record_times times = { 0, 0 }, before = { 0, 0 };
    uint64_t job;

    if (!record) return UNIXLIB_UNKNOWN;
    job = record_job_of(record, asked->job, asked->processes, asked->ids, asked->count);
    if (!job) return UNIXLIB_UNKNOWN;
    if (asked->times) before = record_job_period(record, job);
    if (asked->times && !record_job_times(record, job, asked->ids, asked->count, &times)) return UNIXLIB_UNKNOWN;
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
    const struct record_times before = { asked->total - asked->kernel, asked->kernel };
    struct record *record = process_record();

    return record && record_job_period_begin(record, asked->job, before) ? UNIXLIB_DONE : UNIXLIB_UNKNOWN;
}
