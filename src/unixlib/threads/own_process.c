/* SPDX-License-Identifier: MIT */
/* Publishes the times of this process and its threads for other processes. */
#include "unixlib/threads/own_process.h"
#include "protocol/arithmetic.h"
#include "unixlib/clocks/linux_clock.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/shared_file/publisher.h"
#include "unixlib/shared_file/shared_folders.h"
#include "unixlib/threads/thread_table.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PERIOD = 10000000 }; /* ns */

static struct publisher *publisher; /* NULL: not opened yet */
static uint64_t published;          /* when, by the coarse clock */

/* Threads that come here at once each open a publisher, and all use that of the first that is done: none waits for another,
   which may be suspended. To close a spare publisher ends the locks of the one that stays, which takes them anew when it
   publishes. The publisher stays open without a file as well, because there may be one later. */
static struct publisher *open_beside(void)
{
    struct publisher *none = NULL, *own;
    uint64_t key, prefix;

    if (!shared_key(&key) || !prefix_identity(&prefix)) return NULL;
    own = mmap(NULL, sizeof *own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) return NULL;
    publisher_open(own, NULL, key);
    own->prefix = prefix;
    if (__atomic_compare_exchange_n(&publisher, &none, own, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return own;
    publisher_close(own);
    munmap(own, sizeof *own);
    return none;
}

static bool has_ended(const struct publisher *publisher)
{
    return publisher && publisher_state(publisher) == PUBLISHER_HAS_ENDED;
}

struct publisher *process_publisher_even_ended(void)
{
    return __atomic_load_n(&publisher, __ATOMIC_ACQUIRE);
}

struct publisher *process_publisher_if_open(void)
{
    struct publisher *open = __atomic_load_n(&publisher, __ATOMIC_ACQUIRE);

    return has_ended(open) ? NULL : open;
}

struct publisher *process_publisher(void)
{
    struct publisher *open = __atomic_load_n(&publisher, __ATOMIC_ACQUIRE);

    if (!open) return open_beside();
    return has_ended(open) ? NULL : open;
}

bool process_own_times(struct cpu_times *times)
{
    struct cpu_split split;

    if (!linux_process_times(&split)) return false;
    *times = (struct cpu_times){ split.total - split.kernel, split.kernel };
    return true;
}

static void publish_thread(uint32_t id, const struct thread_view *view)
{
    const struct published_thread entry = { .id = id,
                                            .begun = view->begun,
                                            .since = linux_time(),
                                            .tid = view->tid,
                                            .total = view->ended ? view->final.total : 0,
                                            .kernel = view->ended ? view->final.kernel : 0,
                                            .flags = view->ended ? THREAD_ENDED : 0 };

    if (process_publisher_if_open()) publisher_publish_thread(publisher, &entry);
}

/* The mark is set before the entry is read: a thread that begins in the entry meanwhile clears the mark afterwards. */
void process_publish_thread(struct thread_entry *thread, const struct cpu_split *final)
{
    const uint32_t id = __atomic_load_n(&thread->id, __ATOMIC_RELAXED);
    struct thread_view view;

    __atomic_store_n(&thread->published, 1, __ATOMIC_SEQ_CST);
    if (!thread_table_read(id, &view) || view.entry != thread) return;
    if (final && !view.ended) {
        view.final = *final;
        view.ended = true;
    }
    publish_thread(id, &view);
}

static void publish_known_thread(struct thread_entry *thread)
{
    process_publish_thread(thread, NULL);
}

static void publish_new_thread(struct thread_entry *thread)
{
    if (!__atomic_load_n(&thread->published, __ATOMIC_ACQUIRE)) process_publish_thread(thread, NULL);
}

void process_publish_final_times(struct thread_entry *thread)
{
    struct cpu_times ratio = { 0, 0 };
    struct cpu_split final;

    if (thread->ended || !linux_clock_of_thread(thread->tid, &final.total)) return;
    procfs_thread_ratio(getpid(), (pid_t)thread->tid, &ratio);
    final.kernel = in_proportion(final.total, ratio.kernel, ratio.user + ratio.kernel);
    process_publish_thread(thread, &final);
}

void process_forget_parent(void)
{
    if (publisher) publisher_change_state(publisher, PUBLISHER_IS_COPY);
}

void process_publish_threads(const struct publisher *publisher)
{
    static uint32_t known;
    const uint32_t joined = __atomic_load_n(&publisher->joined, __ATOMIC_ACQUIRE);
    const bool is_new_file = __atomic_exchange_n(&known, joined, __ATOMIC_ACQ_REL) != joined;

    thread_table_each(is_new_file ? publish_known_thread : publish_new_thread);
}

/* To publish takes several system calls, so it is done only now and then. */
void process_publish_times(void)
{
    struct publisher *publisher = process_publisher_if_open();
    uint64_t before = __atomic_load_n(&published, __ATOMIC_RELAXED), now;
    struct cpu_times times;
    sigset_t signals;

    if (!publisher || !linux_coarse_clock(&now) || now < before + PERIOD) return;
    if (!__atomic_compare_exchange_n(&published, &before, now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return;
    if (!process_own_times(&times)) return;
    signals = termination_defer();
    publisher_publish_times(publisher, times);
    process_publish_threads(publisher);
    termination_allow(signals);
}

void process_publish_times_at(uint64_t time)
{
    enum { LITTLE = 50000 }; /* ns */
    static uint32_t last;

    if ((uint32_t)time - __atomic_load_n(&last, __ATOMIC_RELAXED) < LITTLE) return;
    __atomic_store_n(&last, (uint32_t)time, __ATOMIC_RELAXED);
    process_publish_times();
}
