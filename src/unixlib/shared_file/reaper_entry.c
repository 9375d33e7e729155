/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/reaper_entry.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/clocks/linux_clock.h"

#include <unistd.h>

void reaper_register(struct publisher *publisher, bool reaps)
{
    static uint32_t own; /* it stays the same, and the command notes it for each child that ends */
    const struct shared_file *file = publisher_file_to_ask(publisher);
    uint32_t value;

    if (reaps && !own) own = entry_reaper_value(getpid());
    value = reaps ? own : 0;
    if (file) shared_file_write(file, SHARED_FILE_AT(pids[getpid()]), &value, sizeof value);
}

/* Writes the end into every file that has an entry of PID, and adds to ended totals once. The end is what a question a
   moment earlier was answered: the process's clock, split in the proportion that the kernel reports. A job's ended totals
   get what a process used itself and what the children used that it waited for, which rusage reports together, cut to
   microseconds. Without an end record, for example because another process has taken the slot, the process that takes the
   slot adds to the ended totals. */
bool reaper_write_end(struct publisher *publisher, pid_t pid, const struct rusage *usage)
{
    const struct cpu_times all = { linux_nanoseconds(usage->ru_utime), linux_nanoseconds(usage->ru_stime) };
    const struct shared_file *file = publisher_file_to_ask(publisher);
    bool is_known = false, written;
    struct cpu_times ratio;
    struct entry entry;
    uint64_t total;

    if (!linux_cpu_clock(linux_clock_of_process(pid), &total)) return false;
    for (; file; file = shared_files_find_before(&publisher->shared, file)) {
        if (!entry_find_pid(file, pid, &entry)) continue;
        if (entry.published.flags & PUBLISHED_ENDED) return true;
        written = false;
        if (entry_hold(file, &entry)) {
            ratio = entry.published.times;
            procfs_ratio((pid_t)entry.process.pid, 0, &ratio);
            entry.published.times = times_split(ratio, total);
            entry.published.date = linux_date();
            entry.published.flags |= PUBLISHED_ENDED;
            written = entry_write(file, &entry);
            shared_file_lock(file, SHARED_LOCK_OWNER(entry.slot), F_UNLCK);
        }
        if (written && !is_known)
            publisher_report_end(publisher, file, &entry, total > all.user + all.kernel ? entry.published.times : all);
        is_known = true;
    }
    return is_known;
}
