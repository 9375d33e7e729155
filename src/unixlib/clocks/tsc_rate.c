/* SPDX-License-Identifier: MIT */
#include "unixlib/clocks/tsc_rate.h"
#include "protocol/tsc_rate.h"
#include "unixlib/clocks/boot_cache.h"
#include "unixlib/clocks/tsc.h"
#include "unixlib/clocks/linux_clock.h"

enum { LOOK = 30000 /* ns */, APART = 100, TRIES = 8, MOST_READINGS = 10000 };

/* Reads the raw clock: NTP does not change its rate, while it changes other clocks' by some 100 ppm to set them right. */
static int read_clock(struct tsc_rate_reading *now)
{
    uint64_t boot;

    *now = (struct tsc_rate_reading){ .frequency = 1000000000 };
    return linux_raw_clock(&now->time) && linux_boot_clock(&boot, &now->asleep);
}

static bool read_both(struct tsc_reading *now)
{
    return tsc_read_around(tsc_read, linux_raw_clock, now);
}

/* Takes the tightest of several readings, because any may be interrupted. */
static bool read_tightly(struct tsc_reading *tightest)
{
    struct tsc_reading now;
    int i;

    if (!read_both(tightest)) return false;
    for (i = 0; i < TRIES && read_both(&now); i++)
        if (tsc_reading_width(&now) < tsc_reading_width(tightest)) *tightest = now;
    return i == TRIES;
}

/* Whether the TSC's rate is RATE now, by readings that are much further apart than each of them takes. A virtual
   machine may have been moved to another computer since the rate was kept. */
static bool is_rate_valid(uint64_t rate)
{
    struct tsc_reading begin, now;
    int i;

    if (!read_tightly(&begin)) return false;
    for (i = 0; i < MOST_READINGS && read_both(&now); i++)
        if (now.time - begin.time >= LOOK
            && now.before - begin.after >= APART * (tsc_reading_width(&begin) + tsc_reading_width(&now)))
            return tsc_is_in_proportion(&begin, &now, rate);
    return false;
}

uint64_t tsc_rate_get(const char *folder)
{
    static const struct tsc_rate_sources sources = { processor_id_read, tsc_read, read_clock };
    struct boot_cache facts;

    boot_cache_read(folder, &facts);
    if (facts.rate && is_rate_valid(facts.rate)) return facts.rate;
    facts.rate = tsc_rate_find(&sources);
    if (facts.rate) boot_cache_keep(folder, &facts);
    return facts.rate;
}
