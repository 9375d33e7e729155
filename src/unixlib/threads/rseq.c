/* SPDX-License-Identifier: MIT */
/* A thread's rseq area, in which the kernel notes that it was moved or interrupted, and the probe whether this kernel
   does so. */
#include "unixlib/threads/rseq.h"
#include "unixlib/clocks/linux_clock.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* linux/rseq.h; the signature is the C library's on x86 (sys/rseq.h). */
enum { LENGTH = 32, MOST_LENGTH = 256, UNREGISTER = 1, SIGNATURE = 0x53053053 };
#define UNWRITTEN UINT32_MAX

static int call_rseq(void *area, unsigned length, int flags)
{
    return syscall(SYS_rseq, area, length, flags, SIGNATURE) ? errno : 0;
}

static ptrdiff_t library_offset; /* of the C library's area, from the thread pointer; 0: it has none */

/* glibc registers areas since 2.35, unless it was asked not to. */
void rseq_find_library(void)
{
    const ptrdiff_t *offset = dlsym(RTLD_DEFAULT, "__rseq_offset");
    const unsigned *size = dlsym(RTLD_DEFAULT, "__rseq_size");

    if (offset && size && *size) library_offset = *offset;
}

/* Ends the registration of the C library's area and returns its length. Nothing reports that length (__rseq_size is only
   the part in use), and the kernel accepts no other one. 0: no length was accepted. */
static unsigned unregister_of_library(struct thread_area *area)
{
    static unsigned known;
    unsigned length = __atomic_load_n(&known, __ATOMIC_RELAXED);

    if (length && !call_rseq(area, length, UNREGISTER)) return length;
    for (length = LENGTH; length <= MOST_LENGTH; length++)
        if (!call_rseq(area, length, UNREGISTER)) {
            __atomic_store_n(&known, length, __ATOMIC_RELAXED);
            return length;
        }
    return 0;
}

/* Does what rseq_take does, for a thread that has no area. EBUSY: the area is registered already, as by a thread that did
   not report its end. The kernel writes to a new area before it returns to the thread; a sandbox that only pretends to
   register the area does not. */
static enum area_state rseq_register(struct thread_area *area)
{
    int error;

    __atomic_store_n(&area->cpu_id, UNWRITTEN, __ATOMIC_RELAXED);
    error = call_rseq(area, LENGTH, 0);
    if (error == EBUSY) return AREA_OURS;
    if (error) return error == EINVAL ? AREA_IN_USE : AREA_REFUSED;
    return __atomic_load_n(&area->cpu_id, __ATOMIC_RELAXED) == UNWRITTEN ? AREA_REFUSED : AREA_OURS;
}

/* glibc has no area for a thread whose creator had none. Another library uses the area if its two words differ, to which
   the kernel writes the same number (TCMalloc puts something else into one), or if a section is in it. Both words are read
   at once, since the thread may be sent to another processor between two loads. */
enum area_state rseq_take(struct thread_area *area)
{
    struct thread_area *librarys = (struct thread_area *)((char *)__builtin_thread_pointer() + library_offset);
    enum area_state state;
    unsigned length = 0;
    uint64_t both;

    if (library_offset && (int32_t)__atomic_load_n(&librarys->cpu_id, __ATOMIC_RELAXED) >= 0) {
        both = __atomic_load_n((const uint64_t *)(const void *)librarys, __ATOMIC_RELAXED);
        if ((uint32_t)both != both >> 32 || __atomic_load_n(&librarys->section, __ATOMIC_RELAXED)) return AREA_IN_USE;
        length = unregister_of_library(librarys);
        if (!length) return AREA_REFUSED;
    }
    state = rseq_register(area);
    if (state != AREA_OURS && length) call_rseq(librarys, length, 0);
    return state;
}

bool rseq_give_back(struct thread_area *area)
{
    return !call_rseq(area, LENGTH, UNREGISTER);
}

enum { BLOCKINGS = 6, TRIES = 64, SHORTEST = 20000, LONGEST = 20000000 }; /* ns */

struct thread_area rseq_probe_area;

/* Sleeps, waits for a descriptor and waits for another thread, in turn. */
static void block_thread(uint32_t ns)
{
    static int word;
    static unsigned turn;
    const struct timespec short_while = { 0, (long)ns };

    switch (__atomic_fetch_add(&turn, 1, __ATOMIC_RELAXED) % 3) {
    case 0: clock_nanosleep(CLOCK_MONOTONIC, 0, &short_while, NULL); break;
    case 1: ppoll(NULL, 0, &short_while, NULL); break;
    default: syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &short_while, NULL, 0);
    }
}

static bool count_own_switches(unsigned long *count)
{
    struct rusage usage;

    if (getrusage(RUSAGE_THREAD, &usage)) return false;
    *count = usage.ru_nvcsw;
    return true;
}

const struct rseq_probe rseq_probe_of_kernel = { rseq_switch_marker_set, rseq_switch_marker_stands, block_thread,
                                                 count_own_switches };

/* A switch marker that never stands is of no use. One try may be interrupted, but hardly all. A call that did not block, as
   a sleep that was over before it began, proves nothing; the next one is longer. */
bool rseq_probe_passes(const struct rseq_probe *probe)
{
    unsigned long before, after;
    uint32_t ns = SHORTEST;
    int tries, blocked = 0;
    bool stood = false;

    for (tries = 0; tries < TRIES && !stood; tries++) {
        probe->set(&rseq_probe_area);
        stood = probe->stands(&rseq_probe_area);
    }
    if (!stood) return false;
    for (tries = 0; tries < TRIES && blocked < BLOCKINGS; tries++) {
        if (!probe->switches(&before)) return false;
        probe->set(&rseq_probe_area);
        probe->block(ns);
        stood = probe->stands(&rseq_probe_area);
        if (!probe->switches(&after)) return false;
        if (after == before) {
            if (ns < LONGEST) ns *= 2;
            continue;
        }
        if (stood) return false;
        blocked++;
    }
    return blocked == BLOCKINGS;
}

/* Runs in a child of clone, which begins without an area. With a limit of 1 Linux writes no core file and starts no program
   for one (core(5)). The timer slack makes the child's sleeps no longer than it asks for. */
static int try_mark(void *unused)
{
    const struct rlimit no_core = { 1, 1 };

    (void)unused;
    setrlimit(RLIMIT_CORE, &no_core);
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    switch (rseq_register(&rseq_probe_area)) {
    case AREA_OURS: return rseq_probe_passes(&rseq_probe_of_kernel) ? UNIXLIB_CLOCK_TSC : UNIXLIB_CLOCK_MARKER_STAYS;
    case AREA_IN_USE: return UNIXLIB_CLOCK_AREA_IN_USE;
    default: return UNIXLIB_CLOCK_AREA_REFUSED;
    }
}

/* The child runs on a stack of its own in this process's memory while this thread waits, because to copy that memory costs
   up to 200 us a MB. No signal reaches it, its end raises none, and no other code can wait for it. */
enum unixlib_clock rseq_probe_run(int (*child)(void *))
{
    static char stack[65536] __attribute__((aligned(64)));
    const int error = errno;
    sigset_t all, before;
    int status = 0;
    pid_t id;

    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before)) return UNIXLIB_CLOCK_NOT_TRIED;
    id = clone(child ? child : try_mark, stack + sizeof stack, CLONE_VM | CLONE_VFORK, NULL);
    if (id > 0 && waitpid(id, &status, __WCLONE) != id) id = -1;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    if (id > 0 && !WIFEXITED(status)) return UNIXLIB_CLOCK_MARKER_FORBIDDEN;
    if (id <= 0 || WEXITSTATUS(status) >= UNIXLIB_CLOCKS) return UNIXLIB_CLOCK_NOT_TRIED;
    return (enum unixlib_clock)WEXITSTATUS(status);
}

enum unixlib_clock rseq_probe_run_cached(const char *folder)
{
    struct boot_cache facts;
    enum unixlib_clock method;

    boot_cache_read(folder, &facts);
    if (facts.rewrites_area) return UNIXLIB_CLOCK_TSC;
    method = rseq_probe_run(NULL);
    if (method != UNIXLIB_CLOCK_TSC) return method;
    facts.rewrites_area = 1;
    boot_cache_keep(folder, &facts);
    return method;
}
