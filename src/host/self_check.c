/* SPDX-License-Identifier: MIT */
#include "self_check.h"
#include "rseq_area.h"

#include <linux/futex.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { BLOCKINGS = 6, TRIES = 64, SHORTEST = 20000, LONGEST = 20000000 }; /* ns */

struct thread_area self_check_area;

static void set(void)
{
    rseq_mark_set(&self_check_area);
}

static bool stands(void)
{
    return rseq_mark_stands(&self_check_area);
}

/* In turn: what sleeps, what waits for a descriptor, what waits for another thread. */
static void block(uint32_t ns)
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

static bool switches(unsigned long *count)
{
    struct rusage usage;

    if (getrusage(RUSAGE_THREAD, &usage)) return false;
    *count = usage.ru_nvcsw;
    return true;
}

const struct self_check self_check_of_kernel = { set, stands, block, switches };

/* A mark that never stands is of no use. One try may be interrupted, all hardly. */
static bool stands_without_a_switch(const struct self_check *check)
{
    int tries;

    for (tries = 0; tries < TRIES; tries++) {
        check->set();
        if (check->stands()) return true;
    }
    return false;
}

/* What did not block, as a sleep that was over before it began, says nothing; the next one is longer. */
static bool falls_with_every_switch(const struct self_check *check)
{
    unsigned long before, after;
    uint32_t ns = SHORTEST;
    int tries, blocked = 0;
    bool stood;

    for (tries = 0; tries < TRIES && blocked < BLOCKINGS; tries++) {
        if (!check->switches(&before)) return false;
        check->set();
        check->block(ns);
        stood = check->stands();
        if (!check->switches(&after)) return false;
        if (after == before) {
            if (ns < LONGEST) ns *= 2;
            continue;
        }
        if (stood) return false;
        blocked++;
    }
    return blocked == BLOCKINGS;
}

bool self_check_passes(const struct self_check *check)
{
    return stands_without_a_switch(check) && falls_with_every_switch(check);
}
