/* SPDX-License-Identifier: MIT */
#include "unixlib/clocks/linux_clock.h"
#include "protocol/arithmetic.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool read_linux_clock(clockid_t clock, uint64_t *time)
{
    struct timespec now;

    if (clock_gettime(clock, &now)) return false;
    *time = (uint64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    return true;
}

struct kernel_time {
    int64_t seconds, nanoseconds;
};

/* The number of the call that uses such times; on i386 that is clock_gettime64, which Linux has since 5.1. */
enum { CLOCK_GETTIME = sizeof(long) == sizeof(int64_t) ? SYS_clock_gettime : 403 };

/* Reads a CPU clock. The C library would ask the vDSO, which asks the kernel: that costs up to 35 ns for nothing. */
bool linux_cpu_clock(clockid_t clock, uint64_t *time)
{
    struct kernel_time now;

    if (syscall(CLOCK_GETTIME, clock, &now)) return errno == ENOSYS && read_linux_clock(clock, time);
    *time = (uint64_t)now.seconds * 1000000000 + (uint64_t)now.nanoseconds;
    return true;
}

bool linux_steady_clock(uint64_t *time)
{
    return read_linux_clock(CLOCK_MONOTONIC, time);
}

uint64_t linux_coarse_time(void)
{
    uint64_t now;

    return read_linux_clock(CLOCK_MONOTONIC_COARSE, &now) ? now : 1;
}

bool linux_raw_clock(uint64_t *time)
{
    return read_linux_clock(CLOCK_MONOTONIC_RAW, time);
}

bool linux_time_since_boot(uint64_t *time)
{
    return read_linux_clock(CLOCK_BOOTTIME, time);
}

bool linux_time_since_1970(uint64_t *time)
{
    return read_linux_clock(CLOCK_REALTIME, time);
}

/* Boot time and monotonic time are one clock but for the sleep. Monotonic time is read later, so their difference is too
   small by the time in between, and the largest difference that was seen is the nearest to the truth. */
bool linux_boot_clock(uint64_t *time, uint64_t *asleep)
{
    enum { TRIES = 16, ALIKE = 1000 };
    static uint64_t longest;
    uint64_t known = atomic_read(&longest), before, monotonic;
    int tries = 0;

    do {
        before = known;
        if (!read_linux_clock(CLOCK_BOOTTIME, time) || !read_linux_clock(CLOCK_MONOTONIC, &monotonic)) return false;
        known = atomic_maximum(&longest, *time > monotonic ? *time - monotonic : 0);
    } while (known > before + ALIKE && ++tries < TRIES);
    *asleep = known;
    return true;
}

/* The clock is exact; getrusage reports the two parts, but lags behind by the running time slice. */
bool linux_split_time(uint64_t total, int whose, struct unixlib_times *times)
{
    struct rusage usage;
    uint64_t kernel, user;

    if (getrusage(whose, &usage)) return false;
    kernel = (uint64_t)usage.ru_stime.tv_sec * 1000000 + usage.ru_stime.tv_usec;
    user = (uint64_t)usage.ru_utime.tv_sec * 1000000 + usage.ru_utime.tv_usec;
    *times = (struct unixlib_times){ total, in_proportion(total, kernel, kernel + user) };
    return true;
}

bool linux_cpu_times(int whose, struct unixlib_times *times)
{
    const clockid_t clock = whose == RUSAGE_THREAD ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID;
    uint64_t total;

    return linux_cpu_clock(clock, &total) && linux_split_time(total, whose, times);
}

bool linux_least_call(uint64_t *tid)
{
    const long id = syscall(SYS_gettid);

    *tid = (uint64_t)id;
    return id > 0;
}

uint64_t linux_time(void)
{
    uint64_t now;

    return read_linux_clock(CLOCK_BOOTTIME, &now) ? now : 0;
}

uint64_t linux_date(void)
{
    const uint64_t seconds_to_1970 = 11644473600;
    uint64_t now;

    return read_linux_clock(CLOCK_REALTIME, &now) ? now / 100 + seconds_to_1970 * 10000000 : 0;
}
