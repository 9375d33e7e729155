/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/announcement.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/clocks/linux_clock.h"

#include <unistd.h>

static uint64_t announcement_sum(const struct announced_process *announced)
{
    return words_sum(announced, offsetof(struct announced_process, sum));
}

static uint64_t find_place_of_pid(pid_t pid)
{
    return SHARED_FILE_AT(announced[(uint32_t)pid % SHARED_SLOTS]);
}

static void write_announcement(struct publisher *publisher, struct announced_process announced)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);

    announced.date = linux_time();
    announced.sum = announcement_sum(&announced);
    if (file) shared_file_write(file, find_place_of_pid((pid_t)announced.pid), &announced, sizeof announced);
}

void announcement_write(struct publisher *publisher, uint32_t id)
{
    write_announcement(publisher,
                       (struct announced_process){ .prefix = publisher->prefix, .id = id, .pid = (uint32_t)getpid() });
}

void announcement_write_code(struct publisher *publisher, uint32_t code)
{
    struct announced_process announced;

    if (!announcement_find(publisher, getpid(), &announced)) return;
    announced.has_code = 1;
    announced.code = code;
    write_announcement(publisher, announced);
}

bool announcement_find(struct publisher *publisher, pid_t pid, struct announced_process *announced)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct announced_process found;
    uint64_t started;

    if (!procfs_thread_started(pid, pid, &started)) return false;
    for (; file; file = shared_files_find_before(publisher, file)) {
        if (!shared_file_read(file, find_place_of_pid(pid), &found, sizeof found)) continue;
        if (found.pid != (uint32_t)pid || found.sum != announcement_sum(&found) || started > found.date) continue;
        *announced = found;
        return true;
    }
    return false;
}
