/* SPDX-License-Identifier: MIT */
#include "unixlib/shared_file/process_question.h"
#include "unixlib/shared_file/account.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/membership.h"
#include "unixlib/shared_file/other_process.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ATTEMPTS = 8, THREAD_ATTEMPTS = 4, PIDFD_OPEN = 434 }; /* the number of the call is the same on every machine */

/* Answers with the times that the process published last. */
static void put_figures(struct record_answer *answer)
{
    answer->times = answer->entry.figures.times;
    answer->has_ended = true;
    answer->is_exact = answer->entry.figures.flags & (FIGURES_LEFT | FIGURES_ENDED);
    answer->linux_pid = 0;
}

static bool put_clock(struct record_answer *answer, struct record_question question)
{
    struct record_times ratio = answer->times;
    uint64_t total;

    answer->linux_pid = (pid_t)answer->entry.process.pid;
    answer->has_ended = question.is_over;
    answer->is_exact = true;
    if (!linux_clock_of_process(answer->linux_pid, &total)) return false;
    if (question.split) other_process_ratio(answer->linux_pid, &ratio);
    answer->times = times_split(ratio, total);
    return true;
}

/* If the process is alive after its clock was read, the clock was its own. If it is gone then, its end may have been
   written since the entry was read, so the entry is read again. */
static bool ask_file(const struct record_file *file, struct record_process process, struct record_question question,
                     struct record_answer *answer)
{
    enum life life = LIFE_HERE;
    bool has_clock, was_over;
    int i;

    for (i = 0; i < ATTEMPTS; i++) {
        if (!entry_find(file, process, &answer->entry)) return false;
        was_over = life == LIFE_OVER;
        put_figures(answer);
        if (was_over || answer->entry.figures.flags & FIGURES_ENDED) return true;
        has_clock = put_clock(answer, question);
        life = entry_life(file, &answer->entry);
        if (life == LIFE_HERE && has_clock) return true;
        if (life == LIFE_UNKNOWN) break;
    }
    put_figures(answer);
    return question.is_over;
}

static bool ask(struct record *record, struct record_process process, struct record_question question,
                struct record_answer *answer)
{
    const struct record_file *file = record_file_to_ask(record);
    struct record_answer found;

    while (file && !ask_file(file, process, question, &found)) file = files_before(record, file);
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
bool record_find(struct record *record, struct record_process process, struct record_question question,
                 struct record_answer *answer)
{
    if (!ask(record, process, question, answer)) return false;
    if (!question.is_over || !answer->linux_pid) return true;
    wait_for_end(answer->linux_pid);
    return ask(record, process, question, answer);
}

const struct record_file *record_find_entry(struct record *record, struct record_process process, struct entry *entry)
{
    const struct record_file *file = record_file_to_ask(record);

    while (file && !entry_find(file, process, entry)) file = files_before(record, file);
    return file;
}

bool record_descendants(struct record *record, struct record_process process, struct record_times *times)
{
    struct entry entry;
    const struct record_file *file = record_find_entry(record, process, &entry);

    if (file) *times = account_read(file, entry.slot, process).total.times;
    return file;
}

/* Gives ENTRY the exit code that the killer wrote, unless the process has reported its own. */
static void put_killers_code(struct record *record, struct entry *entry)
{
    const struct membership membership = membership_of(record, record_file_to_ask(record), entry_process(entry));

    if (entry->figures.flags & FIGURES_HAS_CODE || !(membership.flags & MEMBERSHIP_HAS_CODE)) return;
    entry->figures.flags |= FIGURES_HAS_CODE;
    entry->figures.code = membership.code;
}

bool record_life(struct record *record, struct record_process process, bool is_over, struct record_answer *life)
{
    const struct record_question question = { .split = true, .is_over = is_over };

    if (!record_find(record, process, question, life)) return false;
    put_killers_code(record, &life->entry);
    return true;
}

bool record_life_of(struct record *record, pid_t pid, bool is_over, struct record_answer *life)
{
    const struct record_file *file = record_file_to_ask(record);
    struct entry entry;

    while (file && !entry_find_pid(file, pid, &entry)) file = files_before(record, file);
    return file && record_life(record, entry_process(&entry), is_over, life);
}

bool record_life_next(struct record *record, uint64_t run, uint32_t *slot, struct record_answer *life)
{
    const struct record_file *file = record_file_to_ask(record);
    struct entry entry;

    while (file && *slot < RECORD_SLOTS)
        if (entry_read(file, (*slot)++, &entry) && entry.process.run == run
            && record_life(record, entry_process(&entry), false, life))
            return true;
    return false;
}

bool record_exit_code(struct record *record, struct record_process process, uint32_t code)
{
    struct entry entry;
    const struct record_file *file = record_find_entry(record, process, &entry);

    return file && entry.process.run && membership_set_code(file, process, code);
}

/* wineserver gives the lowest free id, in steps of 4, and reuses an id when no handle leads to its last thread any more: so
   each thread has a slot of its own, until more threads than slots are in use. An earlier thread of the same id began
   before SINCE. */
static bool find_in(const struct record_file *file, uint64_t prefix, uint32_t id, uint32_t process, uint64_t since,
                    struct record_thread *found)
{
    return record_file_read(file, RECORD_AT(threads[thread_place(prefix, id)]), found, sizeof *found) && found->id == id
           && found->process == process && found->begun >= since && found->sum == thread_sum(prefix, found);
}

/* A thread that has this tid now and started after the entry was written is another thread. */
static bool ask_clock(pid_t pid, struct record_thread *thread)
{
    const pid_t tid = (pid_t)thread->tid;
    uint64_t started;

    if (!other_thread_total(pid, tid, &thread->total)) return false;
    thread->kernel = 0;
    return other_thread_started(pid, tid, &started) && started <= thread->since;
}

/* If the thread ends meanwhile, or the entry is read while it is written, the next attempt finds it. If its process is
   alive after the thread's clock was read, the tid was that process's thread. */
static bool find_once(const struct record_file *file, uint64_t prefix, uint32_t id, uint32_t process, uint64_t since,
                      struct record_thread *thread, pid_t *pid)
{
    struct entry entry;

    *pid = 0;
    if (!find_in(file, prefix, id, process, since, thread)) return false;
    if (thread->flags & THREAD_ENDED) return true;
    if (!entry_find(file, (struct record_process){ process, thread->created, prefix }, &entry)) return false;
    *pid = (pid_t)entry.process.pid;
    return ask_clock(*pid, thread) && entry_life(file, &entry) == LIFE_HERE;
}

bool record_thread_find(struct record *record, uint32_t id, uint32_t process, uint64_t since, struct record_thread *thread,
                        pid_t *pid)
{
    const struct record_file *file = record_file_to_ask(record);
    struct record_thread found;
    pid_t its_pid;
    int i;

    for (; file; file = files_before(record, file)) {
        for (i = 0; i < THREAD_ATTEMPTS; i++) {
            if (!find_once(file, record->prefix, id, process, since, &found, &its_pid)) continue;
            *thread = found;
            *pid = its_pid;
            return true;
        }
    }
    return false;
}
