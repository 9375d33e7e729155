/* SPDX-License-Identifier: MIT */
#include "unixlib/clocks/cycle_conversion.h"

#include <stddef.h>
#include <sys/mman.h>

enum { SECOND = 1000000000 };

/* Cycles in a nanosecond: a whole number, and a fraction in parts of 2^64. A division costs 32-bit code 25 ns. */
struct conversion {
    uint64_t rate, fraction;
    uint32_t whole;
};

static struct conversion *conversion;

static uint64_t fraction_of(uint64_t part, uint64_t of)
{
    const uint64_t high = (part << 32) / of, rest = (part << 32) % of;

    return high << 32 | (rest << 32) / of;
}

/* The memory is not malloc's, whose lock a suspended thread may hold. */
bool cycle_conversion_set(uint64_t cycles_per_second)
{
    struct conversion *none = NULL, *own;

    /* A second's nanoseconds times the rate have to fit. */
    if (!cycles_per_second || cycles_per_second >> 34) return false;
    if (__atomic_load_n(&conversion, __ATOMIC_ACQUIRE)) return true;
    own = mmap(NULL, sizeof *own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) return false;
    *own = (struct conversion){ cycles_per_second, fraction_of(cycles_per_second % SECOND, SECOND),
                                (uint32_t)(cycles_per_second / SECOND) };
    if (!__atomic_compare_exchange_n(&conversion, &none, own, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        munmap(own, sizeof *own);
    return true;
}

uint64_t cycle_conversion_rate(void)
{
    const struct conversion *now = __atomic_load_n(&conversion, __ATOMIC_ACQUIRE);

    return now ? now->rate : 0;
}

/* Returns the upper half of the product. */
static uint64_t multiply_high(uint64_t a, uint64_t b)
{
    const uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    const uint64_t low = a_low * b_low, first = a_high * b_low + (low >> 32), second = a_low * b_high + (uint32_t)first;

    return a_high * b_high + (first >> 32) + (second >> 32);
}

uint64_t cycles_from_ns(uint64_t time)
{
    const struct conversion *now = __atomic_load_n(&conversion, __ATOMIC_ACQUIRE);

    return now ? time * now->whole + multiply_high(time, now->fraction) : 0;
}
