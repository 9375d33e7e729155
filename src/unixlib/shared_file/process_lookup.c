/* SPDX-License-Identifier: MIT */
/* Answers what other processes of this machine used, from the shared file or from /proc, and keeps the exit codes of killed
   ones. */
#include "unixlib/shared_file/process_lookup.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/clocks/linux_clock.h"
#include "launch/exit_code.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ATTEMPTS = 8, THREAD_ATTEMPTS = 4, PIDFD_OPEN = 434 }; /* the number of the call is the same on every machine */

/* Answers with the times that the process published last, or with its clock: if the process is alive after its clock was
   read, the clock was its own. If it is gone then, its end may have been written since the entry was read, so the entry is
   read again. The split of a process that is over is read as the reaper reads it: a kept ratio may lack a tick. */
static bool ask_file(const struct shared_file *file, struct process_identity process, struct lookup_options options,
                     struct lookup_answer *answer)
{
    enum life life = LIFE_HERE;
    struct cpu_times ratio;
    bool has_clock, was_over;
    uint64_t total;
    pid_t pid;
    int i;

    for (i = 0; i < ATTEMPTS; i++) {
        if (!entry_find(file, process, &answer->entry)) return false;
        was_over = life == LIFE_OVER;
        answer->times = answer->entry.published.times;
        answer->has_ended = true;
        answer->is_exact = answer->entry.published.flags & (PUBLISHED_LEFT | PUBLISHED_ENDED);
        answer->linux_pid = 0;
        if (was_over || answer->entry.published.flags & PUBLISHED_ENDED) return true;
        pid = (pid_t)answer->entry.process.pid;
        ratio = answer->times;
        has_clock = linux_cpu_clock(linux_clock_of_process(pid), &total);
        if (has_clock && options.split && !options.is_over) entry_ratio(&answer->entry, total, &ratio);
        if (has_clock && options.split && options.is_over) procfs_ratio(pid, 0, &ratio);
        life = entry_life(file, &answer->entry);
        if (life == LIFE_HERE && has_clock) {
            answer->times = times_split(ratio, total);
            answer->linux_pid = pid;
            answer->has_ended = options.is_over;
            answer->is_exact = true;
            return true;
        }
        if (life == LIFE_UNKNOWN) break;
    }
    return options.is_over;
}

/* For Windows a process may have ended before its exit has passed the unixlib. Waits until it has ended for Linux as well,
   which 99.9 % do within 26 ms; where Linux cannot report it (before 5.3), waits the whole 30 ms. */
bool lookup_process(struct publisher *publisher, struct process_identity process, struct lookup_options options,
                    struct lookup_answer *answer)
{
    const struct shared_file *file;
    struct lookup_answer found;
    struct pollfd end;
    bool has_waited;

    for (has_waited = false;; has_waited = true) {
        file = publisher_file_to_ask(publisher);
        while (file && !ask_file(file, process, options, &found)) file = shared_files_find_before(&publisher->shared, file);
        if (!file) return false;
        if (has_waited || !options.is_over || !found.linux_pid) break;
        end = (struct pollfd){ (int)syscall(PIDFD_OPEN, found.linux_pid, 0), POLLIN, 0 };
        poll(&end, 1, 30);
        if (end.fd >= 0) close(end.fd);
    }
    *answer = found;
    return true;
}

const struct shared_file *lookup_entry(struct publisher *publisher, struct process_identity process, struct entry *entry)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);

    while (file && !entry_find(file, process, entry)) file = shared_files_find_before(&publisher->shared, file);
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

/* Reads the slots of a table that PROCESS may use into KILLS, and returns the one that has its kill, else SHARED_SET_SLOTS.
   What cannot be read is empty. PROCESS was created until UNTIL and not before its `created`. */
static uint32_t find_kill(const struct shared_file *file, enum kill_state state, struct process_identity process,
                          uint64_t until, struct published_kill kills[SHARED_SET_SLOTS])
{
    uint32_t i;

    memset(kills, 0, SHARED_SET_SLOTS * sizeof *kills);
    shared_file_read(file, SHARED_FILE_AT(kills[state][find_first_slot(process.prefix, process.id)]), kills,
                     SHARED_SET_SLOTS * sizeof *kills);
    for (i = 0; i < SHARED_SET_SLOTS; i++)
        if (kills[i].id == process.id && kills[i].prefix == process.prefix && kills[i].created >= process.created
            && kills[i].created <= until && kills[i].sum == SUM_AFTER(0, &kills[i]))
            break;
    return i;
}

/* A kill that is done has begun before. */
static bool has_kill_begun(const struct publisher *publisher, const struct shared_file *file, const struct entry *entry)
{
    const struct process_identity process = entry_process(entry);
    struct published_kill kills[SHARED_SET_SLOTS];

    for (; file; file = shared_files_find_before(&publisher->shared, file))
        if (find_kill(file, KILL_BEGUN, process, process.created, kills) < SHARED_SET_SLOTS) return true;
    return false;
}

bool lookup_running(struct publisher *publisher, struct process_identity latest, struct lookup_options options,
                    struct lookup_answer *answer)
{
    const uint32_t ends = PUBLISHED_LEFT | PUBLISHED_ENDED | PUBLISHED_HAS_CODE;
    const struct shared_file *file = publisher_file_at_hand(publisher);
    struct entry *const entry = &answer->entry;
    uint64_t total;
    pid_t pid;

    while (file && !entry_find_last(file, latest, entry)) file = shared_files_find_before(&publisher->shared, file);
    if (!file || entry->published.flags & ends) return false;
    if (has_kill_begun(publisher, file, entry)) return false;
    pid = (pid_t)entry->process.pid;
    answer->times = entry->published.times;
    if (!linux_cpu_clock(linux_clock_of_process(pid), &total)) return false;
    if (options.split) entry_ratio(entry, total, &answer->times);
    answer->times = times_split(answer->times, total);
    answer->linux_pid = pid;
    answer->has_ended = false;
    answer->is_exact = true;
    answer->kill = KILL_NONE;
    return shared_file_holder(file, SHARED_LOCK_OWNER(entry->slot)) == pid;
}

/* Writes the kill into an empty slot, else over the oldest one. */
bool kills_record(const struct shared_file *file, enum kill_state state, struct process_identity process, uint32_t code)
{
    struct published_kill kills[SHARED_SET_SLOTS],
        kill = { process.prefix, process.created, linux_date(), process.id, code, (uint32_t)getpid(), .reserved = 0 };
    const uint32_t first = find_first_slot(process.prefix, process.id);
    uint64_t dates[SHARED_SET_SLOTS];
    uint32_t i;

    if (find_kill(file, state, process, process.created, kills) < SHARED_SET_SLOTS) return true;
    for (i = 0; i < SHARED_SET_SLOTS; i++) dates[i] = kills[i].sum == SUM_AFTER(0, &kills[i]) ? kills[i].date : 0;
    kill.sum = SUM_AFTER(0, &kill);
    return shared_file_write(file, SHARED_FILE_AT(kills[state][first + find_oldest_slot(dates, 0)]), &kill, sizeof kill);
}

bool kills_cancel(const struct shared_file *file, struct process_identity process, uint32_t code)
{
    struct published_kill kills[SHARED_SET_SLOTS], none = { .prefix = 0 };
    const uint32_t first = find_first_slot(process.prefix, process.id),
                   slot = find_kill(file, KILL_BEGUN, process, process.created, kills);

    if (slot == SHARED_SET_SLOTS || kills[slot].killer != (uint32_t)getpid() || kills[slot].code != code) return true;
    return shared_file_write(file, SHARED_FILE_AT(kills[KILL_BEGUN][first + slot]), &none, sizeof none);
}

enum kill_state kills_find(const struct publisher *publisher, const struct shared_file *file,
                           struct process_identity process, uint64_t until, struct published_kill *found)
{
    struct published_kill kills[SHARED_SET_SLOTS];
    int state;
    uint32_t slot;

    for (; file; file = shared_files_find_before(&publisher->shared, file)) {
        for (state = KILL_DONE; state >= KILL_BEGUN; state--) {
            slot = find_kill(file, (enum kill_state)state, process, until, kills);
            if (slot == SHARED_SET_SLOTS) continue;
            *found = kills[slot];
            return (enum kill_state)state;
        }
    }
    return KILL_NONE;
}

enum kill_state lookup_exit_code(struct publisher *publisher, struct process_identity process, uint64_t until,
                                 bool *has_code, uint32_t *code)
{
    struct published_kill kill = { .code = 0 };
    const enum kill_state state = kills_find(publisher, publisher_file_to_ask(publisher), process, until, &kill);
    const struct exit_facts facts = { .has_code = *has_code,
                                      .code = *code,
                                      .has_killers_code = state != KILL_NONE,
                                      .killers_code = kill.code,
                                      .is_reported = state == KILL_DONE };
    const struct exit_decision decision = exit_code_decide(&facts);

    *has_code = decision.has_code;
    *code = decision.code;
    return decision.is_killers ? state : KILL_NONE;
}

/* The killer writes the outcome right after the kill, but the killed process may have ended before. The wait ends 50 ms
   after the kill began, since the killer may have been killed as well. */
bool lookup_process_and_code(struct publisher *publisher, struct process_identity process, bool is_over,
                             struct lookup_answer *answer)
{
    enum { POLLS = 50 };
    const uint64_t most = 500000; /* 100 ns */
    const struct lookup_options options = { .split = true, .is_over = is_over };
    struct published_kill kill;
    bool has_code;
    int i;

    if (!lookup_process(publisher, process, options, answer)) return false;
    for (i = 0; is_over && i < POLLS; i++) {
        if (kills_find(publisher, publisher_file_to_ask(publisher), process, process.created, &kill) != KILL_BEGUN) break;
        if (linux_date() - kill.date >= most) break;
        poll(NULL, 0, 1);
    }
    has_code = answer->entry.published.flags & PUBLISHED_HAS_CODE;
    answer->kill = lookup_exit_code(publisher, process, process.created, &has_code, &answer->entry.published.code);
    if (has_code) answer->entry.published.flags |= PUBLISHED_HAS_CODE;
    return true;
}

bool lookup_pid(struct publisher *publisher, pid_t pid, bool is_over, struct lookup_answer *answer)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    struct entry entry;

    while (file && !entry_find_pid(file, pid, &entry)) file = shared_files_find_before(&publisher->shared, file);
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
    const struct process_identity process = entry_process(&publisher->own);
    uint32_t found = 0;
    bool has_code = false;

    if (publisher_state(publisher) == PUBLISHER_HAS_ENDED) {
        has_code = __atomic_load_n(&publisher->flags, __ATOMIC_ACQUIRE) & PUBLISHED_HAS_CODE;
        found = __atomic_load_n(&publisher->code, __ATOMIC_RELAXED);
    } else {
        lookup_exit_code(publisher, process, process.created, &has_code, &found);
    }
    if (has_code) *code = found;
    return has_code;
}

/* wineserver gives the lowest free id, in steps of 4, and reuses an id when no handle leads to its last thread any more: so
   each thread has a slot of its own, until more threads than slots are in use. An earlier thread of the same id began
   before SINCE. Wine: ids.

   If the thread ends meanwhile, or the entry is read while it is written, the next attempt finds it. A thread that has this
   tid now and started after the entry was written is another thread. If its process is alive after the thread's clock was
   read, the tid was that process's thread. */
bool lookup_thread(struct publisher *publisher, uint32_t id, uint32_t process, uint64_t since,
                   struct published_thread *thread, pid_t *pid)
{
    const struct shared_file *file = publisher_file_to_ask(publisher);
    const uint64_t prefix = publisher->prefix, place = SHARED_FILE_AT(threads[find_thread_slot(prefix, id)]);
    struct published_thread found;
    struct entry entry;
    uint32_t switches;
    uint64_t started;
    pid_t its_pid;
    int i;

    for (; file; file = shared_files_find_before(&publisher->shared, file)) {
        for (i = 0; i < THREAD_ATTEMPTS; i++) {
            if (!shared_file_read(file, place, &found, sizeof found) || found.id != id || found.process != process
                || found.begun < since || found.sum != SUM_AFTER(prefix, &found))
                continue;
            its_pid = 0;
            if (!(found.flags & THREAD_ENDED)) {
                if (!entry_find(file, (struct process_identity){ process, found.created, prefix }, &entry)) continue;
                its_pid = (pid_t)entry.process.pid;
                if (!procfs_thread_read(its_pid, (pid_t)found.tid, &found.total, &switches)
                    || !procfs_thread_started(its_pid, (pid_t)found.tid, &started) || started > found.since
                    || entry_life(file, &entry) != LIFE_HERE)
                    continue;
                found.kernel = 0;
            }
            *thread = found;
            *pid = its_pid;
            return true;
        }
    }
    return false;
}
