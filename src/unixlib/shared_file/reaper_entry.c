/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/reaper_entry.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/procfs_process.h"

#include <unistd.h>

void reaper_register(struct publisher *publisher, bool reaps)
{
    static uint32_t own; /* it stays the same, and the command notes it for each child that ends */
    const struct shared_file *file = publisher_file_to_ask(publisher);
    uint32_t value;

    if (reaps && !own) own = reaper_index_value(getpid());
    value = reaps ? own : 0;
    if (file) shared_file_write(file, SHARED_FILE_AT(pids[getpid()]), &value, sizeof value);
}

/* Writes what a question a moment earlier was answered: TOTAL, read from the process's clock, split in the proportion that
   the kernel reports. If another process has taken the slot since, nothing is written. */
static void write_end(const struct shared_file *file, struct entry *entry, uint64_t total)
{
    struct cpu_times *times = &entry->published.times;

    if (!entry_hold(file, entry)) return;
    procfs_process_ratio((pid_t)entry->process.pid, times);
    *times = times_split(*times, total);
    entry->published.date = linux_date();
    entry->published.flags |= PUBLISHED_ENDED;
    entry_write(file, entry);
    shared_file_unlock(file, entry->slot, SHARED_LOCK_OWNER);
}

/* Writes the end into every file that has an entry of PID, and adds to ended totals once. A job's ended totals get what a
   process used itself and what the children used that it waited for, which rusage reports together. */
bool reaper_write_end(struct publisher *publisher, pid_t pid, const struct rusage *usage)
{
    const struct cpu_times all = { linux_nanoseconds(usage->ru_utime), linux_nanoseconds(usage->ru_stime) };
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct cpu_times own = { 0, 0 };
    bool is_known = false;
    struct entry entry;

    if (!linux_clock_of_process(pid, &own.user)) return false;
    for (; file; file = shared_files_find_before(publisher, file)) {
        if (!entry_find_pid(file, pid, &entry)) continue;
        if (entry.published.flags & PUBLISHED_ENDED) return true;
        write_end(file, &entry, own.user);
        if (!is_known) publisher_report_end(publisher, file, &entry, own.user > all.user + all.kernel ? own : all);
        is_known = true;
    }
    return is_known;
}
