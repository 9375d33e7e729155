/* SPDX-License-Identifier: MIT */
#include "process_calls.h"
#include "cycle_scale.h"
#include "../protocol/host_calls.h"
#include "linux_clock.h"
#include "live_threads.h"
#include "prefix.h"
#include "record.h"
#include "thread_clock.h"
#include "thread_table.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PERIOD = 10000000, PIDFD_OPEN = 434 }; /* ns; the number of the call is the same on every machine */

static struct record *record; /* NULL: not opened yet */
static struct live_threads live_threads;
static bool is_over;
static uint64_t published; /* by the coarse clock */

/* Threads that come here at once each open their own, and the first that is done is everyone's: none waits for another,
   which may be suspended. What is closed again ends the locks of the one that stays, which takes them anew when it
   publishes. Without a file, too: there may be one later. */
static struct record *open_beside(void)
{
    struct record *none = NULL, *own;
    uint64_t key;

    if (!prefix_key(&key)) return NULL;
    own = mmap(NULL, sizeof *own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) return NULL;
    record_open(own, NULL, key);
    if (__atomic_compare_exchange_n(&record, &none, own, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return own;
    record_close(own);
    munmap(own, sizeof *own);
    return none;
}

static struct record *open_one(void)
{
    return is_over ? NULL : __atomic_load_n(&record, __ATOMIC_ACQUIRE);
}

struct record *process_record(void)
{
    struct record *open = open_one();

    return open || is_over ? open : open_beside();
}

static bool own_times(struct record_times *times)
{
    struct cpu_split split;

    if (!linux_process_times(&split)) return false;
    *times = (struct record_times){ split.total - split.kernel, split.kernel };
    return true;
}

void thread_published(const struct thread_record *thread)
{
    struct record_thread entry = { .id = thread->id,
                                   .begun = thread->begun,
                                   .since = linux_time(),
                                   .tid = thread->tid,
                                   .total = thread->final.total,
                                   .kernel = thread->final.kernel,
                                   .flags = thread->ended ? THREAD_ENDED : 0 };

    if (!open_one()) return;
    if (!thread->ended && live_threads_add(&live_threads, entry.id, entry.tid, entry.begun, entry.since)) return;
    record_thread_publish(record, &entry);
    if (thread->ended) live_threads_remove(&live_threads, entry.id);
}

void process_forked(void)
{
    if (record) record_forked(record);
    live_threads_forked(&live_threads);
}

/* Into a file that is new to this process. */
static void publish_threads(const struct record *record)
{
    static int known = -1;
    const int present = __atomic_load_n(&record->present, __ATOMIC_ACQUIRE);

    if (__atomic_exchange_n(&known, present, __ATOMIC_ACQ_REL) != present) thread_table_each(thread_published);
}

int32_t call_process_begin(void *arguments)
{
    static int begun;
    const struct host_process_begin *begin = arguments;
    const struct record_process process = { begin->id, begin->creation };
    struct record *record = process_record();
    struct record_times times;
    bool has_place;

    if (!record || !own_times(&times)) return HOST_FAILED;
    if (__atomic_exchange_n(&begun, 1, __ATOMIC_ACQ_REL)) return HOST_DONE;
    if (live_threads_open(&live_threads)) record->live_threads = live_threads.file;
    record->in_job = begin->in_job;
    has_place = record_claim(record, process, begin->parent, times);
    publish_threads(record);
    return has_place ? HOST_DONE : HOST_FULL;
}

int32_t call_process_end(void *arguments)
{
    struct record *record = open_one();
    struct record_times times;

    (void)arguments;
    if (!record || !own_times(&times)) return HOST_FAILED;
    is_over = true; /* what other DLLs do from here on publishes nothing more */
    return record_end(record, times) ? HOST_DONE : HOST_FAILED;
}

/* Whichever way it leaves by. */
__attribute__((destructor)) static void leave(void)
{
    call_process_end(NULL);
}

int32_t call_process_awaited(void *arguments)
{
    struct record *record = open_one();

    (void)arguments;
    if (record) record_await(record);
    return HOST_DONE;
}

/* In 2^16 ticks of the counter, where that is trusted: to read it costs less than any clock. */
static uint32_t counter_at_publication;

static uint32_t counted(void)
{
    return (uint32_t)(__builtin_ia32_rdtsc() >> 16);
}

static bool is_soon(void)
{
    const uint32_t period = 10 * __atomic_load_n(&thread_clock_trusted, __ATOMIC_RELAXED) >> 16;

    return counted() - __atomic_load_n(&counter_at_publication, __ATOMIC_RELAXED) < period;
}

static void publish(struct record *record)
{
    uint64_t before = __atomic_load_n(&published, __ATOMIC_RELAXED), now;
    struct record_times times;

    if (!linux_coarse_clock(&now) || now < before + PERIOD) return;
    if (!__atomic_compare_exchange_n(&published, &before, now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return;
    __atomic_store_n(&counter_at_publication, counted(), __ATOMIC_RELAXED);
    if (!own_times(&times)) return;
    record_publish(record, times);
    publish_threads(record);
}

/* That takes several system calls, so it is done now and then only. */
void process_published(void)
{
    struct record *record = open_one();

    if (record && !is_soon()) publish(record);
}

void process_published_at(uint64_t time)
{
    enum { LITTLE = 50000 }; /* ns */
    static uint32_t last;

    if ((uint32_t)time - __atomic_load_n(&last, __ATOMIC_RELAXED) < LITTLE) return;
    __atomic_store_n(&last, (uint32_t)time, __ATOMIC_RELAXED);
    process_published();
}

/* Until the process has ended for Linux as well, which 99.9 % do within 26 ms; where nobody can tell (Linux before 5.3), to
   the last. */
static void wait_for_end(pid_t pid)
{
    struct pollfd process = { (int)syscall(PIDFD_OPEN, pid, 0), POLLIN, 0 };

    poll(&process, 1, 30);
    if (process.fd >= 0) close(process.fd);
}

/* For Windows a process may have ended before it writes so itself. */
static bool find(struct record *record, struct record_process process, struct record_question question,
                 struct record_answer *answer)
{
    if (!record_find(record, process, question, answer)) return false;
    if (!question.is_over || !answer->linux_pid) return true;
    wait_for_end(answer->linux_pid);
    return record_find(record, process, question, answer);
}

int32_t call_process(void *arguments)
{
    struct host_process *asked = arguments;
    const struct record_process process = { asked->id, asked->creation };
    const struct record_question question = { .split = asked->split, .is_over = asked->ended };
    struct record *record = process_record();
    struct record_answer answer;

    if (!record || !find(record, process, question, &answer)) return HOST_UNKNOWN;
    asked->total = answer.times.user + answer.times.kernel;
    asked->kernel = answer.times.kernel;
    asked->ended = answer.has_ended;
    asked->exact = answer.is_exact;
    publish_threads(record);
    return HOST_DONE;
}

int32_t call_descendants(void *arguments)
{
    struct host_descendants *asked = arguments;
    const struct record_process process = { asked->id, asked->creation };
    struct record *record = process_record();
    struct record_times times;

    if (!record || !record_descendants(record, process, &times)) return HOST_UNKNOWN;
    asked->total = times.user + times.kernel;
    asked->kernel = times.kernel;
    return HOST_DONE;
}

int32_t call_other_thread(void *arguments)
{
    struct host_other_thread *asked = arguments;
    struct record *record = process_record();
    struct record_thread thread;
    pid_t pid;

    if (!record || !record_thread_find(record, asked->id, asked->process, asked->creation, &thread, &pid))
        return HOST_UNKNOWN;
    asked->total = thread.total;
    asked->kernel = thread.kernel;
    asked->cycles = cycles_from_ns(thread.total);
    asked->state = thread.flags & THREAD_ENDED ? HOST_THREAD_ENDED : HOST_THREAD_LIVE;
    return HOST_DONE;
}

static const char *reason_of(const struct record_name *name, int error)
{
    struct stat found;

    if (lstat(name->path, &found) == 0 && found.st_uid != geteuid()) return "it is another user's";
    return error == EFBIG ? "it would be larger than this process may write (ulimit -f)" : strerror(error);
}

static void put_words(const struct record *own, struct host_shared *shared)
{
    *shared = (struct host_shared){ .state = shared->state, .words = true };
    if (shared->state != HOST_NOT_SHARED) snprintf(shared->where, sizeof shared->where, "%s", own->names[own->name].folder);
    if (shared->state == HOST_SHARED || shared->state == HOST_SHARED_FULL) return;
    snprintf(shared->refused, sizeof shared->refused, "%s", own->names[0].path);
    snprintf(shared->why, sizeof shared->why, "%s", reason_of(&own->names[0], own->refusal));
}

int32_t call_shared(void *arguments)
{
    struct host_shared *shared = arguments;
    struct record *own = process_record();

    if (!own) return HOST_UNKNOWN;
    if (!record_file_to_ask(own)) shared->state = HOST_NOT_SHARED;
    else if (record_is_left_out(own)) shared->state = HOST_SHARED_FULL;
    else shared->state = own->name ? HOST_SHARED_ELSEWHERE : HOST_SHARED;
    if (shared->words) put_words(own, shared);
    return HOST_DONE;
}
