/* SPDX-License-Identifier: MIT */
/* Keeps the descriptors of threads of other processes that are asked for often, and what was read last of each. */
#include "unixlib/threads/thread_clock.h"
#include "unixlib/shared_file/procfs_process.h"

#include <fcntl.h>
#include <unistd.h>

enum { SETS = 256, WAYS = 8, FIRST_DESCRIPTOR = 1024 };

static const uint64_t KEPT = 60000000000; /* ns */

struct watched_file {
    uint64_t created, process_created; /* Windows' dates and ids */
    uint32_t id, process_id;
    uint64_t asked; /* by the coarse clock; 0: the slot is empty */
    pid_t pid, tid;
    int file;
    struct unixlib_scheduling scheduling; /* as it was read last */
};

static struct watched_file files[SETS][WAYS];
static int busy;

bool schedstat_cache_enter(void)
{
    return !__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE);
}

static void close_watched_file(struct watched_file *file)
{
    if (file->asked) close(file->file);
    file->asked = 0;
}

/* Closes one file that was not read for long. */
void schedstat_cache_leave(void)
{
    static uint32_t next;
    struct watched_file *file = &files[next / WAYS % SETS][next % WAYS];

    next++;
    if (file->asked && file->asked + KEPT < linux_coarse_time()) close_watched_file(file);
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}

static struct watched_file *find_watched_file(const struct unixlib_listed *process,
                                              const struct unixlib_other_thread *thread)
{
    struct watched_file *file = files[thread->id / 4 % SETS], *const end = file + WAYS;

    for (; file < end; file++)
        if (file->asked && file->id == thread->id && file->process_id == process->id && file->created == thread->creation
            && file->process_created == process->creation)
            return file;
    return NULL;
}

pid_t schedstat_cache_find_process(const struct unixlib_listed *process, const struct unixlib_other_thread *thread)
{
    const struct watched_file *file = find_watched_file(process, thread);

    return file ? file->pid : 0;
}

bool schedstat_cache_read(const struct unixlib_listed *process, struct unixlib_other_thread *thread, uint64_t *total)
{
    struct watched_file *file = find_watched_file(process, thread);
    struct unixlib_scheduling *last;
    uint32_t switches;

    if (!file) return false;
    if (!procfs_thread_file_read(file->file, total, &switches)) {
        close_watched_file(file);
        return false;
    }
    file->asked = linux_coarse_time();
    last = &file->scheduling;
    if (!switches || switches != last->switches || !last->letter || last->letter == 'R')
        *last = (struct unixlib_scheduling){ procfs_thread_letter(file->pid, file->tid), switches };
    thread->scheduling = *last;
    return true;
}

/* Takes the thread's own place, else an empty one, else that whose thread was not asked about for the longest. Programs may
   need the low descriptors, for select(). A thread of that number that began no later than SINCE has had the number since
   before the file was opened. */
void schedstat_cache_add(const struct unixlib_listed *process, const struct unixlib_other_thread *thread, pid_t pid,
                         pid_t tid, uint64_t since)
{
    struct watched_file *set = files[thread->id / 4 % SETS], *place = find_watched_file(process, thread);
    const int low = procfs_thread_file(pid, tid), file = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
    uint64_t started;
    int i;

    if (low >= 0) close(low);
    if (file < 0) return;
    if (!procfs_thread_started(pid, tid, &started) || started > since) {
        close(file);
        return;
    }
    if (!place)
        for (place = set, i = 1; i < WAYS; i++)
            if (set[i].asked < place->asked) place = &set[i];
    close_watched_file(place);
    *place = (struct watched_file){ .id = thread->id, .process_id = process->id, .pid = pid, .tid = tid, .file = file };
    place->created = thread->creation;
    place->process_created = process->creation;
    place->asked = linux_coarse_time();
}
