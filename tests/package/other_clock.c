/* SPDX-License-Identifier: MIT */
/* Loaded before the C library: its clocks as where Linux keeps time by something else than the TSC, so that each
   reading is a system call; or, if CYCLETIME_TEST_CLOCKS is "changing", as where Linux comes to that after some thousand
   readings, and from then on changes its mind every 50 ms. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { FIRST = 5000, MS = 50 };

static int (*by_vdso)(clockid_t, struct timespec *);
static unsigned readings;

__attribute__((constructor)) static void start(void)
{
    const char *reported = getenv("CYCLETIME_TEST_CLOCKS");

    if (reported && !strcmp(reported, "changing"))
        by_vdso = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

static int is_called(void)
{
    struct timespec now;

    if (__atomic_load_n(&readings, __ATOMIC_RELAXED) < FIRST) {
        __atomic_fetch_add(&readings, 1, __ATOMIC_RELAXED);
        return 0;
    }
    by_vdso(CLOCK_MONOTONIC_COARSE, &now);
    return now.tv_nsec / 1000000 / MS % 2;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (by_vdso && !is_called()) return by_vdso(clock, time);
    return (int)syscall(SYS_clock_gettime, clock, time);
}
