/* SPDX-License-Identifier: MIT */
#include "call.h"
#include "process_calls.h"
#include "record_job.h"
#include "record_note.h"

/* Before the system knows, so that not even the shortest process ends without. */
static int32_t begin(struct record *record, struct host_membership *asked)
{
    const struct record_process process = { asked->id, asked->creation };
    const uint64_t job = asked->job ? asked->job : record_job_begin(record);
    uint64_t before;

    if (!job || !record_job_note(record, process, job, &before)) return HOST_UNKNOWN;
    asked->job = job;
    asked->before = before;
    return HOST_DONE;
}

/* It is where it was. */
static int32_t take_back(struct record *record, const struct host_membership *asked)
{
    const struct record_process process = { asked->id, asked->creation };
    uint64_t noted;

    return record_job_note(record, process, asked->before, &noted) ? HOST_DONE : HOST_UNKNOWN;
}

int32_t call_membership(void *arguments)
{
    struct host_membership *asked = arguments;
    struct record *record = process_record();

    if (!record) return HOST_UNKNOWN;
    switch (asked->step) {
    case HOST_MEMBERSHIP_BEGINS: return begin(record, asked);
    case HOST_MEMBERSHIP_HOLDS: record_job_nest(record, asked->job, asked->before); return HOST_DONE;
    case HOST_MEMBERSHIP_FAILED: return take_back(record, asked);
    default: return HOST_REFUSED;
    }
}

int32_t call_job(void *arguments)
{
    struct host_job *asked = arguments;
    struct record *record = process_record();
    struct record_times times = { 0, 0 };
    uint64_t job;

    if (!record) return HOST_UNKNOWN;
    job = record_job_of(record, asked->job, asked->processes, asked->ids, asked->count);
    if (!job) return HOST_UNKNOWN;
    if (asked->times && !record_job_times(record, job, asked->ids, asked->count, &times)) return HOST_UNKNOWN;
    asked->job = job;
    asked->total = times.user + times.kernel;
    asked->kernel = times.kernel;
    return HOST_DONE;
}
