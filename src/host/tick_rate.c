/* SPDX-License-Identifier: MIT */
#include "tick_rate.h"
#include "../protocol/tick_rate.h"
#include "boot_facts.h"
#include "counter.h"
#include "linux_clock.h"

#include <cpuid.h>

enum { LOOK = 30000 /* ns */, APART = 100, TRIES = 8, MOST_READINGS = 10000 };

static struct processor_id leaf(uint32_t number)
{
    struct processor_id found;

    __cpuid_count(number, 0, found.eax, found.ebx, found.ecx, found.edx);
    return found;
}

/* Not changed by NTP, as other clocks are by some hundred millionths while they are set right. */
static int read_clock(struct tick_reading *now)
{
    uint64_t boot;

    *now = (struct tick_reading){ .frequency = 1000000000 };
    return linux_raw_clock(&now->time) && linux_boot_clock(&boot, &now->asleep);
}

static bool read_both(struct counter_reading *now)
{
    now->before = counter_read();
    if (!linux_raw_clock(&now->time)) return false;
    now->after = counter_read();
    return true;
}

static uint64_t width(const struct counter_reading *reading)
{
    return reading->after - reading->before;
}

/* The tightest of several: any may be interrupted. */
static bool read_tightly(struct counter_reading *tightest)
{
    struct counter_reading now;
    int i;

    if (!read_both(tightest)) return false;
    for (i = 0; i < TRIES && read_both(&now); i++)
        if (width(&now) < width(tightest)) *tightest = now;
    return i == TRIES;
}

/* By readings that are much further apart than they are wide. The machine may have gone on as another one since. */
static bool holds(uint64_t rate)
{
    struct counter_reading begin, now;
    int i;

    if (!read_tightly(&begin)) return false;
    for (i = 0; i < MOST_READINGS && read_both(&now); i++)
        if (now.time - begin.time >= LOOK && now.before - begin.after >= APART * (width(&begin) + width(&now)))
            return counter_is_in_proportion(&begin, &now, rate);
    return false;
}

uint64_t tick_rate(const char *folder)
{
    static const struct tick_sources sources = { leaf, counter_read, read_clock };
    struct boot_facts facts;

    boot_facts_read(folder, &facts);
    if (facts.rate && holds(facts.rate)) return facts.rate;
    facts.rate = tick_rate_find(&sources);
    if (facts.rate) boot_facts_keep(folder, &facts);
    return facts.rate;
}
