/* SPDX-License-Identifier: MIT */
/* Answers what other processes of this machine used, from the shared file or from /proc. */
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/kills.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/shared_file/publisher.h"
#include "unixlib/shared_file/shared_file.h"
#include "unixlib/shared_file/usage.h"
#include "unixlib/shared_file/entry.h"
#include "unixlib/clocks/linux_clock.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ATTEMPTS = 8, THREAD_ATTEMPTS = 4, PIDFD_OPEN = 434 }; /* the number of the call is the same on every machine */

/* Answers with the times that the process published last. */
static void put_published_times(struct lookup_answer *answer)
{
    answer->times = answer->entry.published.times;
    answer->has_ended = true;
    answer->is_exact = answer->entry.published.flags & (PUBLISHED_LEFT | PUBLISHED_ENDED);
    answer->linux_pid = 0;
}

static bool put_clock(struct lookup_answer *answer, struct lookup_options options)
{
    struct cpu_times ratio = answer->times;
    uint64_t total;

    answer->linux_pid = (pid_t)answer->entry.process.pid;
    answer->has_ended = options.is_over;
    answer->is_exact = true;
    if (!linux_clock_of_process(answer->linux_pid, &total)) return false;
    if (options.split) procfs_process_ratio(answer->linux_pid, &ratio);
    answer->times = times_split(ratio, total);
    return true;
}

/* If the process is alive after its clock was read, the clock was its own. If it is gone then, its end may have been
   written since the entry was read, so the entry is read again. */
static bool ask_file(const struct shared_file *file, struct process_identity process, struct lookup_options options,
                     struct lookup_answer *answer)
{
    enum life life = LIFE_HERE;
    bool has_clock, was_over;
    int i;

    for (i = 0; i < ATTEMPTS; i++) {
        if (!entry_find(file, process, &answer->entry)) return false;
        was_over = life == LIFE_OVER;
        put_published_times(answer);
        if (was_over || answer->entry.published.flags & PUBLISHED_ENDED) return true;
        has_clock = put_clock(answer, options);
        life = entry_life(file, &answer->entry);
        if (life == LIFE_HERE && has_clock) return true;
        if (life == LIFE_UNKNOWN) break;
    }
    put_published_times(answer);
    return options.is_over;
}

static bool ask_files(struct publisher *publisher, struct process_identity process, struct lookup_options options,
                      struct lookup_answer *answer)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct lookup_answer found;

    while (file && !ask_file(file, process, options, &found)) file = shared_files_find_before(publisher, file);
    if (file) *answer = found;
    return file;
}

/* Waits until the process has ended for Linux as well, which 99.9 % do within 26 ms; where Linux cannot report it (before
   5.3), waits the whole 30 ms. */
static void wait_for_end(pid_t pid)
{
    struct pollfd process = { (int)syscall(PIDFD_OPEN, pid, 0), POLLIN, 0 };

    poll(&process, 1, 30);
    if (process.fd >= 0) close(process.fd);
}

/* For Windows a process may have ended before its exit has passed the unixlib. */
bool lookup_process(struct publisher *publisher, struct process_identity process, struct lookup_options options,
                    struct lookup_answer *answer)
{
    if (!ask_files(publisher, process, options, answer)) return false;
    if (!options.is_over || !answer->linux_pid) return true;
    wait_for_end(answer->linux_pid);
    return ask_files(publisher, process, options, answer);
}

const struct shared_file *lookup_entry(struct publisher *publisher, struct process_identity process, struct entry *entry)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);

    while (file && !entry_find(file, process, entry)) file = shared_files_find_before(publisher, file);
    return file;
}

bool lookup_descendants(struct publisher *publisher, struct process_identity process, struct cpu_times *times)
{
    struct entry entry;
    const struct shared_file *file = lookup_entry(publisher, process, &entry);

    if (file) *times = ended_totals_read(file, entry.slot, process).total.times;
    return file;
}

bool lookup_usage(struct publisher *publisher, struct process_identity process, struct process_usage *usage)
{
    struct entry entry;
    const struct shared_file *file = lookup_entry(publisher, process, &entry);

    return file && usage_read(file, &entry, usage);
}

/* Gives ENTRY the exit code of a kill: the one that the system reported, else the one that the killer gave, unless the
   process has reported its own. Returns whose code it is. */
static enum kill_state put_killers_code(struct publisher *publisher, struct entry *entry)
{
    struct published_kill kill;
    const struct process_identity process = entry_process(entry);
    const enum kill_state state = kills_find(publisher, publisher_file_to_ask(publisher), process, process.created, &kill);

    if (state == KILL_NONE || (state == KILL_BEGUN && entry->published.flags & PUBLISHED_HAS_CODE)) return KILL_NONE;
    entry->published.flags |= PUBLISHED_HAS_CODE;
    entry->published.code = kill.code;
    return state;
}

/* The killer writes the outcome right after the kill, but the killed process may have ended before. The wait ends 50 ms
   after the kill began, since the killer may have been killed as well. */
static void await_outcome(struct publisher *publisher, struct process_identity process)
{
    enum { POLLS = 50 };
    const uint64_t most = 500000; /* 100 ns */
    struct published_kill kill;
    int i;

    for (i = 0; i < POLLS; i++) {
        if (kills_find(publisher, publisher_file_to_ask(publisher), process, process.created, &kill) != KILL_BEGUN) return;
        if (linux_date() - kill.date >= most) return;
        poll(NULL, 0, 1);
    }
}

bool lookup_process_and_code(struct publisher *publisher, struct process_identity process, bool is_over,
                             struct lookup_answer *answer)
{
    const struct lookup_options options = { .split = true, .is_over = is_over };

    if (!lookup_process(publisher, process, options, answer)) return false;
    if (is_over) await_outcome(publisher, process);
    answer->kill = put_killers_code(publisher, &answer->entry);
    return true;
}

bool lookup_pid(struct publisher *publisher, pid_t pid, bool is_over, struct lookup_answer *answer)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct entry entry;

    while (file && !entry_find_pid(file, pid, &entry)) file = shared_files_find_before(publisher, file);
    return file && lookup_process_and_code(publisher, entry_process(&entry), is_over, answer);
}

bool lookup_next_of_run(struct publisher *publisher, uint64_t run, uint32_t *slot, struct lookup_answer *answer)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct entry entry;

    while (file && *slot < SHARED_SLOTS)
        if (entry_read(file, (*slot)++, &entry) && entry.process.run == run
            && lookup_process_and_code(publisher, entry_process(&entry), false, answer))
            return true;
    return false;
}

bool lookup_own_exit_code(struct publisher *publisher, uint32_t *code)
{
    struct entry entry = publisher->own;

    entry.published.flags = 0;
    if (publisher_state(publisher) == PUBLISHER_HAS_ENDED) {
        entry.published.flags = __atomic_load_n(&publisher->flags, __ATOMIC_ACQUIRE);
        entry.published.code = __atomic_load_n(&publisher->code, __ATOMIC_RELAXED);
    } else {
        put_killers_code(publisher, &entry);
    }
    if (!(entry.published.flags & PUBLISHED_HAS_CODE)) return false;
    *code = entry.published.code;
    return true;
}

/* wineserver gives the lowest free id, in steps of 4, and reuses an id when no handle leads to its last thread any more: so
   each thread has a slot of its own, until more threads than slots are in use. An earlier thread of the same id began
   before SINCE. Wine: ids. */
static bool find_in(const struct shared_file *file, uint64_t prefix, uint32_t id, uint32_t process, uint64_t since,
                    struct published_thread *found)
{
    return shared_file_read(file, SHARED_FILE_AT(threads[find_thread_slot(prefix, id)]), found, sizeof *found)
           && found->id == id && found->process == process && found->begun >= since
           && found->sum == thread_sum(prefix, found);
}

/* A thread that has this tid now and started after the entry was written is another thread. */
static bool ask_clock(pid_t pid, struct published_thread *thread)
{
    const pid_t tid = (pid_t)thread->tid;
    uint64_t started;

    if (!procfs_thread_total(pid, tid, &thread->total)) return false;
    thread->kernel = 0;
    return procfs_thread_started(pid, tid, &started) && started <= thread->since;
}

/* If the thread ends meanwhile, or the entry is read while it is written, the next attempt finds it. If its process is
   alive after the thread's clock was read, the tid was that process's thread. */
static bool find_once(const struct shared_file *file, uint64_t prefix, uint32_t id, uint32_t process, uint64_t since,
                      struct published_thread *thread, pid_t *pid)
{
    struct entry entry;

    *pid = 0;
    if (!find_in(file, prefix, id, process, since, thread)) return false;
    if (thread->flags & THREAD_ENDED) return true;
    if (!entry_find(file, (struct process_identity){ process, thread->created, prefix }, &entry)) return false;
    *pid = (pid_t)entry.process.pid;
    return ask_clock(*pid, thread) && entry_life(file, &entry) == LIFE_HERE;
}

bool lookup_thread(struct publisher *publisher, uint32_t id, uint32_t process, uint64_t since,
                   struct published_thread *thread, pid_t *pid)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct published_thread found;
    pid_t its_pid;
    int i;

    for (; file; file = shared_files_find_before(publisher, file)) {
        for (i = 0; i < THREAD_ATTEMPTS; i++) {
            if (!find_once(file, publisher->prefix, id, process, since, &found, &its_pid)) continue;
            *thread = found;
            *pid = its_pid;
            return true;
        }
    }
    return false;
}
