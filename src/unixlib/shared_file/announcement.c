/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/announcement.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/clocks/linux_clock.h"

static uint64_t announcement_sum(const struct announced_process *announced)
{
    return words_sum(announced, offsetof(struct announced_process, sum));
}

static uint64_t find_place_of_pid(uint32_t pid)
{
    return SHARED_FILE_AT(announced[pid % SHARED_SLOTS]);
}

void announcement_write(struct publisher *publisher, struct announced_process announced)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);

    announced.date = linux_time();
    announced.sum = announcement_sum(&announced);
    if (file) shared_file_write(file, find_place_of_pid(announced.pid), &announced, sizeof announced);
}

bool announcement_find(struct publisher *publisher, pid_t pid, struct announced_process *announced)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct announced_process found;
    uint64_t started;

    if (!procfs_thread_started(pid, pid, &started)) return false;
    for (; file; file = shared_files_find_before(publisher, file)) {
        if (!shared_file_read(file, find_place_of_pid((uint32_t)pid), &found, sizeof found)) continue;
        if (found.pid != (uint32_t)pid || found.sum != announcement_sum(&found) || started > found.date) continue;
        *announced = found;
        return true;
    }
    return false;
}
