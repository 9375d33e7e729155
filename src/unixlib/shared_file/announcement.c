/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/announcement.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/clocks/linux_clock.h"

void announcement_write(struct publisher *publisher, struct announced_process announced)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);

    announced.date = linux_time();
    announced.sum = SUM_AFTER(0, &announced);
    if (file)
        shared_file_write(file, SHARED_FILE_AT(announced[announced.pid % SHARED_SLOTS]), &announced, sizeof announced);
}

bool announcement_find(struct publisher *publisher, pid_t pid, struct announced_process *announced)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    const uint64_t place = SHARED_FILE_AT(announced[(uint32_t)pid % SHARED_SLOTS]);
    struct announced_process found;
    uint64_t started;

    if (!procfs_thread_started(pid, pid, &started)) return false;
    for (; file; file = shared_files_find_before(&publisher->shared, file)) {
        if (!shared_file_read(file, place, &found, sizeof found)) continue;
        if (found.pid != (uint32_t)pid || found.sum != SUM_AFTER(0, &found) || started > found.date) continue;
        *announced = found;
        return true;
    }
    return false;
}
