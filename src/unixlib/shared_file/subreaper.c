/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/subreaper.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/other_process.h"

#include <unistd.h>

void subreaper_note(struct record *record, bool reaps)
{
    static uint32_t mark; /* it stays the same, and the command notes it for each child that ends */
    const struct record_file *file = record_file_to_ask(record);
    uint32_t value;

    if (reaps && !mark) mark = reaper_mark(getpid());
    value = reaps ? mark : 0;
    if (file) record_file_write(file, RECORD_AT(pids[getpid()]), &value, sizeof value);
}

/* Writes what a question a moment earlier was answered: TOTAL, read from the process's clock, split in the proportion that
   the kernel reports. If another process has taken the slot since, nothing is written. */
static void write_end(const struct record_file *file, struct entry *entry, uint64_t total)
{
    struct record_times *times = &entry->figures.times;

    if (!entry_hold(file, entry)) return;
    other_process_ratio((pid_t)entry->process.pid, times);
    *times = times_split(*times, total);
    entry->figures.date = linux_date();
    entry->figures.flags |= FIGURES_ENDED;
    entry_write(file, entry);
    record_file_unlock(file, entry->slot, RECORD_OWNER);
}

/* Writes the end into every file that has an entry of PID, and adds to accounts once. A job's account gets what a process
   used itself and what the children used that it waited for, which rusage reports together. */
bool subreaper_keep(struct record *record, pid_t pid, const struct rusage *usage)
{
    const struct record_times all = { linux_nanoseconds(usage->ru_utime), linux_nanoseconds(usage->ru_stime) };
    const struct record_file *file = record_file_to_ask(record);
    struct record_times own = { 0, 0 };
    bool is_known = false;
    struct entry entry;

    if (!linux_clock_of_process(pid, &own.user)) return false;
    for (; file; file = files_before(record, file)) {
        if (!entry_find_pid(file, pid, &entry)) continue;
        if (entry.figures.flags & FIGURES_ENDED) return true;
        write_end(file, &entry, own.user);
        if (!is_known) record_end_report(record, file, &entry, own.user > all.user + all.kernel ? own : all);
        is_known = true;
    }
    return is_known;
}
