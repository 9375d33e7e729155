/* SPDX-License-Identifier: MIT */
#include "subreaper.h"
#include "other_process.h"
#include "record.h"
#include "record_number.h"

void subreaper_note(struct record *record)
{
    const struct record_file *file = record_file_to_ask(record);

    if (file) record_number_write(record, file, (struct record_process){ 0, 0 });
}

static uint64_t nanoseconds(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_usec * 1000;
}

void subreaper_keep(struct record *record, pid_t pid, const struct rusage *usage)
{
    const struct record_times all = { nanoseconds(usage->ru_utime), nanoseconds(usage->ru_stime) };
    uint64_t total;

    if (other_process_total(pid, &total)) record_reaped(record, pid, total, all);
}
