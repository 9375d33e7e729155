/* SPDX-License-Identifier: MIT */
#include "unixlib/clocks/tsc.h"
#include "unixlib/clocks/linux_clock.h"
#include "protocol/tsc_rate.h"

#include <sys/mman.h>

enum { MOST_READINGS = 20000, MOST_STEP = 16 /* ns */, LOOKS_A_SECOND = 10, MOST_OFF = 2, SECOND = 1000000000 };

/* Takes the least of several, because any may be interrupted. */
uint64_t tsc_measure_least(uint64_t (*read_tsc)(void), bool (*action)(uint64_t *result))
{
    enum { TIMES = 16 };
    struct tsc_reading reading;
    uint64_t least = UINT64_MAX;
    int i;

    for (i = 0; i < TIMES; i++) {
        if (!tsc_read_around(read_tsc, action, &reading)) return UINT64_MAX;
        if (tsc_reading_width(&reading) < least) least = tsc_reading_width(&reading);
    }
    return least;
}

uint64_t tsc_read(void)
{
    return __builtin_ia32_rdtsc();
}

/* The TSC's step is the largest number of which all differences of readings are multiples: their common divisor. A little
   more time passes before each reading, since differences that are all the same would pass for a step. The step is judged
   in time, because there are processors whose TSC moves by 26 every 10 ns. */
bool tsc_is_coarse(uint64_t (*read)(void), uint64_t rate)
{
    const uint64_t first = read(), most = MOST_STEP * rate / SECOND;
    uint64_t step = 0, other, rest;
    volatile uint32_t delay;
    uint32_t i;

    for (i = 0; i < MOST_READINGS; i++) {
        for (other = read() - first; other; other = rest) {
            rest = step % other;
            step = other;
        }
        if (step && step <= most) return false;
        for (delay = i % 16; delay; delay = delay - 1) {}
    }
    return true;
}

bool tsc_read_around(uint64_t (*read_tsc)(void), bool (*clock)(uint64_t *time), struct tsc_reading *reading)
{
    reading->before = read_tsc();
    if (!clock(&reading->time)) return false;
    reading->after = read_tsc();
    return true;
}

/* Whether the time that passed by the clock lies between the least and the most that passed by the TSC, to 1 %, which
   is more than NTP slews. */
static bool tsc_is_in_proportion(const struct tsc_reading *last, const struct tsc_reading *now, uint64_t rate)
{
    const uint64_t time = now->time - last->time, ticks = time / SECOND * rate + time % SECOND * rate / SECOND,
                   slack = ticks / 100 + 1;

    return now->before - last->after <= ticks + slack && now->after - last->before + slack >= ticks;
}

bool tsc_goes_on(struct tsc_watch *watch, const struct tsc_reading *now, uint64_t rate)
{
    const struct tsc_reading *last = &watch->last;
    const bool is_first = !last->after || now->before < last->after || now->time < last->time;

    watch->off = is_first || tsc_is_in_proportion(last, now, rate) ? 0 : watch->off + 1;
    watch->last.before = now->before;
    watch->last.time = now->time;
    __atomic_store_n(&watch->last.after, now->after, __ATOMIC_RELAXED);
    return watch->off < MOST_OFF;
}

bool tsc_check(struct tsc_watch *watch, uint64_t tsc, uint64_t rate)
{
    const uint64_t last = __atomic_load_n(&watch->last.after, __ATOMIC_RELAXED);
    struct tsc_reading reading;
    bool goes_on = true;
    sigset_t signals;

    if (last && tsc - last < rate / LOOKS_A_SECOND) return true;
    signals = termination_defer();
    if (!__atomic_exchange_n(&watch->busy, 1, __ATOMIC_ACQUIRE)) {
        if (tsc_read_around(tsc_read, linux_steady_clock, &reading)) goes_on = tsc_goes_on(watch, &reading, rate);
        __atomic_store_n(&watch->busy, 0, __ATOMIC_RELEASE);
    }
    termination_allow(signals);
    return goes_on;
}

enum { LOOK = 30000 /* ns */, APART = 100, TRIES = 8, MOST_LOOKS = 10000 };

/* Reads the raw clock: NTP does not change its rate, while it changes other clocks' by some 100 ppm to set them right. */
static int read_raw_clock(struct tsc_rate_reading *now)
{
    uint64_t boot;

    *now = (struct tsc_rate_reading){ .frequency = 1000000000 };
    return linux_raw_clock(&now->time) && linux_boot_clock(&boot, &now->asleep);
}

/* Whether the TSC's rate is RATE now, by readings that are much further apart than each of them takes. The first is the
   tightest of several, because any may be interrupted. A virtual machine may have been moved to another computer since the
   rate was kept. */
static bool is_rate_valid(uint64_t rate)
{
    struct tsc_reading begin = { 0 }, now;
    int i;

    for (i = 0; i <= TRIES; i++) {
        if (!tsc_read_around(tsc_read, linux_raw_clock, &now)) return false;
        if (!i || tsc_reading_width(&now) < tsc_reading_width(&begin)) begin = now;
    }
    for (i = 0; i < MOST_LOOKS && tsc_read_around(tsc_read, linux_raw_clock, &now); i++)
        if (now.time - begin.time >= LOOK
            && now.before - begin.after >= APART * (tsc_reading_width(&begin) + tsc_reading_width(&now)))
            return tsc_is_in_proportion(&begin, &now, rate);
    return false;
}

uint64_t tsc_rate_get(const char *folder)
{
    static const struct tsc_rate_sources sources = { processor_id_read, tsc_read, read_raw_clock };
    struct boot_cache facts;

    boot_cache_read(folder, &facts);
    if (facts.rate && is_rate_valid(facts.rate)) return facts.rate;
    facts.rate = tsc_rate_find(&sources);
    if (facts.rate) boot_cache_keep(folder, &facts);
    return facts.rate;
}

/* Cycles in a nanosecond: a whole number, and a fraction in parts of 2^64. A division costs 32-bit code 25 ns. */
struct conversion {
    uint64_t rate, fraction;
    uint32_t whole;
};

static struct conversion *conversion;

/* The memory is not malloc's, whose lock a suspended thread may hold. */
bool tsc_conversion_set(uint64_t cycles_per_second)
{
    const uint64_t part = (cycles_per_second % SECOND) << 32, high = part / SECOND, rest = part % SECOND;
    struct conversion *none = NULL, *own;

    /* A second's nanoseconds times the rate have to fit. */
    if (!cycles_per_second || cycles_per_second >> 34) return false;
    if (__atomic_load_n(&conversion, __ATOMIC_ACQUIRE)) return true;
    own = mmap(NULL, sizeof *own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) return false;
    *own = (struct conversion){ cycles_per_second, high << 32 | (rest << 32) / SECOND,
                                (uint32_t)(cycles_per_second / SECOND) };
    if (!__atomic_compare_exchange_n(&conversion, &none, own, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        munmap(own, sizeof *own);
    return true;
}

uint64_t tsc_conversion_rate(void)
{
    const struct conversion *now = __atomic_load_n(&conversion, __ATOMIC_ACQUIRE);

    return now ? now->rate : 0;
}

/* The fraction's part is the upper half of a product of 128 bits. */
uint64_t tsc_cycles_from_ns(uint64_t time)
{
    const struct conversion *now = __atomic_load_n(&conversion, __ATOMIC_ACQUIRE);
    uint64_t low, high, first, second;

    if (!now) return 0;
    low = (uint32_t)time;
    high = time >> 32;
    first = high * (uint32_t)now->fraction + (low * (uint32_t)now->fraction >> 32);
    second = low * (now->fraction >> 32) + (uint32_t)first;
    return time * now->whole + high * (now->fraction >> 32) + (first >> 32) + (second >> 32);
}
