/* SPDX-License-Identifier: MIT */
#include "unixlib/threads/own_process.h"
#include "unixlib/shared_file/procfs_process.h"
#include "unixlib/shared_file/shared_folders.h"
#include "unixlib/threads/thread_table.h"

#include <sys/mman.h>
#include <unistd.h>

enum { PERIOD = 10000000 }; /* ns */

static struct publisher *publisher; /* NULL: not opened yet */
static uint64_t last_publication;   /* by the coarse clock */

struct publisher *process_publisher_even_ended(void)
{
    return __atomic_load_n(&publisher, __ATOMIC_ACQUIRE);
}

struct publisher *process_publisher_if_open(void)
{
    struct publisher *open = process_publisher_even_ended();

    return open && publisher_state(open) != PUBLISHER_HAS_ENDED ? open : NULL;
}

/* Threads that come here at once each open a publisher, and all use that of the first that is done: none waits for another,
   which may be suspended. To close a spare publisher ends the locks of the one that stays, which takes them anew when it
   publishes. The publisher stays open without a file as well, because there may be one later. */
struct publisher *process_publisher(void)
{
    struct publisher *none = NULL, *own;
    uint64_t key, prefix;

    if (process_publisher_even_ended()) return process_publisher_if_open();
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

bool process_own_times(struct cpu_times *times)
{
    struct unixlib_times split;

    if (!linux_cpu_times(RUSAGE_SELF, &split)) return false;
    *times = (struct cpu_times){ split.total - split.kernel, split.kernel };
    return true;
}

/* The mark is set before the entry is read: a thread that begins in the entry meanwhile clears the mark afterwards. */
void process_publish_thread(struct thread_entry *thread, const struct unixlib_times *final)
{
    const uint32_t id = __atomic_load_n(&thread->id, __ATOMIC_RELAXED);
    struct published_thread published;
    struct publisher *open;
    struct thread_view view;

    __atomic_store_n(&thread->published, 1, __ATOMIC_SEQ_CST);
    if (!thread_table_read(id, &view) || view.entry != thread) return;
    published = (struct published_thread){ .id = id, .begun = view.begun, .since = linux_time(), .tid = view.tid };
    if (view.ended) final = &view.final;
    if (final) {
        published.total = final->total;
        published.kernel = final->kernel;
        published.flags = THREAD_ENDED;
    }
    open = process_publisher_if_open();
    if (open) publisher_publish_thread(open, &published);
}

void process_publish_final_times(struct thread_entry *thread)
{
    struct cpu_times ratio = { 0, 0 };
    struct unixlib_times final;

    if (thread->ended || !linux_cpu_clock(linux_clock_of_thread(thread->tid), &final.total)) return;
    procfs_ratio(getpid(), (pid_t)thread->tid, &ratio);
    final.kernel = in_proportion(final.total, ratio.kernel, ratio.user + ratio.kernel);
    process_publish_thread(thread, &final);
}

void process_publish_threads(const struct publisher *publisher)
{
    static uint32_t known;
    const uint32_t joined = __atomic_load_n(&publisher->shared.joined, __ATOMIC_ACQUIRE);
    const bool is_new_file = __atomic_exchange_n(&known, joined, __ATOMIC_ACQ_REL) != joined;
    struct thread_entry *thread;
    uint32_t place = 0;

    while ((thread = thread_table_next(&place)))
        if (is_new_file || !__atomic_load_n(&thread->published, __ATOMIC_ACQUIRE)) process_publish_thread(thread, NULL);
}

/* To publish takes several system calls, so it is done only now and then. */
void process_publish_times(void)
{
    struct publisher *publisher = process_publisher_if_open();
    uint64_t before = __atomic_load_n(&last_publication, __ATOMIC_RELAXED), now;
    struct cpu_times times;
    sigset_t signals;

    if (!publisher) return;
    now = linux_coarse_time();
    if (now < before + PERIOD) return;
    if (!__atomic_compare_exchange_n(&last_publication, &before, now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) return;
    if (!process_own_times(&times)) return;
    signals = termination_defer();
    publisher_publish_times(publisher, &times);
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
