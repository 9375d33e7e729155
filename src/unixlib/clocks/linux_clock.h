/* SPDX-License-Identifier: MIT */
/* Linux's clocks, in nanoseconds, and what is kept of them until the next boot. */
#ifndef CYCLETIME_LINUX_CLOCK_H
#define CYCLETIME_LINUX_CLOCK_H

#include "protocol/unixlib_calls.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>

/* Reads a CPU clock: CLOCK_THREAD_CPUTIME_ID, CLOCK_PROCESS_CPUTIME_ID, or one of the next two. FALSE: the kernel does not
   have the clock, for instance because the thread has ended. */
bool linux_cpu_clock(clockid_t clock, uint64_t *time);

/* The clock of a thread of this process, as pthread_getcpuclockid computes it; the kernel refuses a thread of another
   process. */
static inline clockid_t linux_clock_of_thread(uint32_t tid)
{
    return (clockid_t)(~tid << 3 | 6);
}

/* The clock of a process, of all its threads, ended ones included. It is computed as clock_getcpuclockid does, which would
   make one more system call. */
static inline clockid_t linux_clock_of_process(pid_t pid)
{
    return (clockid_t)(~(unsigned)pid << 3 | 2);
}

/* Reads the clock of the calling thread or of the process, and splits the time; WHOSE is getrusage's. */
bool linux_cpu_times(int whose, struct unixlib_times *times);

/* Splits a total that the clock of the thread or process has just reported. */
bool linux_split_time(uint64_t total, int whose, struct unixlib_times *times);

/* The time since Linux started. The raw clock is not corrected by NTP, and stands still while the machine sleeps; the boot
   clock is corrected and goes on. ASLEEP: how much of the boot clock's time the machine slept. */
bool linux_raw_clock(uint64_t *time);
bool linux_boot_clock(uint64_t *time, uint64_t *asleep);

bool linux_time_since_boot(uint64_t *time);
bool linux_time_since_1970(uint64_t *time);

uint64_t linux_time(void);               /* since Linux started, sleep included; 0: it cannot be read */
uint64_t linux_date(void);               /* 100 ns since 1601 */
bool linux_steady_clock(uint64_t *time); /* since some moment, never set, without a system call */
uint64_t linux_coarse_time(void); /* since some moment, in steps of a few milliseconds, in 10 ns; 1: it cannot be read */

/* Converts a time that getrusage or wait4 reports. */
static inline uint64_t linux_nanoseconds(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_usec * 1000;
}

/* Makes the quickest system call: a function that takes less time makes no system call. */
bool linux_least_call(uint64_t *tid);

/* Facts that are found out once and kept in a file until the machine boots again (docs/internals/how-it-works.md). Another
   user can only keep the file from being made, which costs time. A process that forges it has this user's rights, and can
   mislead this user's processes about their cycles as it could by writing into their memory. */
struct boot_cache {
    uint64_t rate;          /* the TSC's, in ticks a second (tsc_rate.h); 0: not found out yet */
    uint64_t rewrites_area; /* 1: the kernel clears the switch marker (rseq.h); 0: not found out yet */
};

/* The content of the file. Strings are filled up with zeros. */
struct boot_cache_file {
    char magic[8], boot[40], release[72];
    struct boot_cache facts;
    uint64_t sum; /* of all before it (shared_file.h) */
};

/* Reads zeros where nothing is kept. FOLDER: NULL, or for a test the folder of the file. */
void boot_cache_read(const char *folder, struct boot_cache *facts);

/* Keeps the facts; where that fails, the next process finds them out again. */
void boot_cache_keep(const char *folder, const struct boot_cache *facts);

/* Wine's server terminates a thread by SIGQUIT, whose handler ends the thread wherever it is. A thread that has taken
   something which all threads share defers that signal until it has given it back. */

/* Returns the signals that were blocked before, for the next function. */
static inline sigset_t termination_defer(void)
{
    sigset_t quit, before;

    sigemptyset(&quit);
    sigaddset(&quit, SIGQUIT);
    pthread_sigmask(SIG_BLOCK, &quit, &before);
    return before;
}

/* A thread that was terminated meanwhile ends here. */
static inline void termination_allow(sigset_t before)
{
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

#endif
