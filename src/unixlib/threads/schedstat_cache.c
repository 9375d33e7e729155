/* SPDX-License-Identifier: MIT */
/* Keeps the descriptors of threads of other processes that are asked for often, and what was read last of each. */
#include "unixlib/threads/thread_clock.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/procfs_process.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { SETS = 256, WAYS = 8, FIRST_DESCRIPTOR = 1024 };

static const uint64_t KEPT = 60000000000; /* ns */

struct place {
    struct cached_thread thread;
    uint64_t asked; /* by the coarse clock; 0: the slot is empty */
    pid_t pid, tid;
    int file;
    struct unixlib_scheduling scheduling; /* as it was read last */
};

static struct place places[SETS][WAYS];
static int busy;

bool schedstat_cache_enter(void)
{
    return !__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE);
}

static void empty_slot(struct place *place)
{
    if (place->asked) close(place->file);
    place->asked = 0;
}

static uint64_t coarse_now(void)
{
    uint64_t time;

    return linux_coarse_clock(&time) ? time : 1;
}

/* Tidies one slot at each call. */
static void tidy_next_slot(void)
{
    static uint32_t next;
    struct place *place = &places[next / WAYS % SETS][next % WAYS];

    next++;
    if (place->asked && place->asked + KEPT < coarse_now()) empty_slot(place);
}

void schedstat_cache_leave(void)
{
    tidy_next_slot();
    __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}

static struct place *set_of(const struct cached_thread *thread)
{
    return places[thread->id / 4 % SETS];
}

static bool is_of(const struct place *place, const struct cached_thread *thread)
{
    return place->asked && place->thread.id == thread->id && place->thread.process == thread->process
           && place->thread.created == thread->created && place->thread.process_created == thread->process_created;
}

static struct place *find_slot(const struct cached_thread *thread)
{
    struct place *set = set_of(thread);
    int i;

    for (i = 0; i < WAYS; i++)
        if (is_of(&set[i], thread)) return &set[i];
    return NULL;
}

pid_t schedstat_cache_find_process(const struct cached_thread *thread)
{
    const struct place *place = find_slot(thread);

    return place ? place->pid : 0;
}

static bool still_waits(const struct unixlib_scheduling *last, uint32_t switches)
{
    return switches && switches == last->switches && last->letter && last->letter != 'R';
}

bool schedstat_cache_read(const struct cached_thread *thread, uint64_t *total, struct unixlib_scheduling *scheduling)
{
    struct place *place = find_slot(thread);
    uint32_t switches;

    if (!place) return false;
    if (!procfs_thread_file_read(place->file, total, &switches)) {
        empty_slot(place);
        return false;
    }
    place->asked = coarse_now();
    if (!still_waits(&place->scheduling, switches))
        place->scheduling = (struct unixlib_scheduling){ procfs_thread_letter(place->pid, place->tid), switches };
    *scheduling = place->scheduling;
    return true;
}

/* Returns the thread's own slot, else an empty one, else that whose thread was not asked about for the longest. */
static struct place *choose_slot(const struct cached_thread *thread)
{
    struct place *set = set_of(thread), *oldest = set, *own = find_slot(thread);
    int i;

    if (own) return own;
    for (i = 1; i < WAYS; i++)
        if (set[i].asked < oldest->asked) oldest = &set[i];
    return oldest;
}

/* Programs may need the low descriptors, for select(). */
static int open_high(pid_t pid, pid_t tid)
{
    const int low = procfs_thread_file(pid, tid);
    int high;

    if (low < 0) return -1;
    high = fcntl(low, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
    close(low);
    return high;
}

/* A thread of that number that began no later than SINCE has had the number since before the file was opened. */
void schedstat_cache_add(const struct cached_thread *thread, pid_t pid, pid_t tid, uint64_t since)
{
    struct place *place = choose_slot(thread);
    const int file = open_high(pid, tid);
    uint64_t started;

    if (file < 0) return;
    if (!procfs_thread_started(pid, tid, &started) || started > since) {
        close(file);
        return;
    }
    empty_slot(place);
    *place = (struct place){ .thread = *thread, .asked = coarse_now(), .pid = pid, .tid = tid, .file = file };
}
