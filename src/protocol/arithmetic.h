/* SPDX-License-Identifier: MIT */
/* Arithmetic that both sides share: digits, the largest answer so far, proportions, mixing bits. */
#ifndef CYCLETIME_ARITHMETIC_H
#define CYCLETIME_ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a decimal number at *AT and moves *AT past it. Returns false if there is no number, or if it needs more than 64
   bits. */
static inline bool take_number(const char **at, const char *end, uint64_t *number)
{
    const char *digit = *at;
    uint64_t sum = 0;

    for (; digit < end && *digit >= '0' && *digit <= '9'; digit++) {
        if (__builtin_mul_overflow(sum, 10, &sum) || __builtin_add_overflow(sum, *digit - '0', &sum)) return false;
    }
    if (digit == *at) return false;
    *at = digit;
    *number = sum;
    return true;
}

static inline bool take_character(const char **at, const char *end, char character)
{
    if (*at == end || **at != character) return false;
    ++*at;
    return true;
}

/* No answer of a clock goes back: it is no smaller than one that was given before, by whichever thread. Most code that
   keeps this rule stores the largest answer so far and raises it with the functions here (docs/internals/how-it-works.md
   lists it). The Windows side stores the answers to its questions; the unixlib stores its own as well, since several parts
   of a process, each with its own copy of the Windows side, call the one unixlib. */

static inline uint64_t atomic_read(const uint64_t *value)
{
    return __atomic_load_n(value, __ATOMIC_ACQUIRE);
}

static inline uint64_t larger_of(uint64_t left, uint64_t right)
{
    return left > right ? left : right;
}

/* Stores VALUE where it is larger than what is stored; returns the larger. */
static inline uint64_t atomic_maximum(uint64_t *stored, uint64_t value)
{
    uint64_t last = atomic_read(stored);

    while (last < value)
        if (__atomic_compare_exchange_n(stored, &last, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return value;
    return last;
}

/* The largest answer of a clock that stores few of its answers. 32-bit code reads ANY, whether there is one, at once. */
struct largest_answer {
    uint64_t time;
    uint32_t any;
};

static inline uint64_t largest_answer_raise(struct largest_answer *largest, uint64_t time)
{
    time = atomic_maximum(&largest->time, time);
    __atomic_store_n(&largest->any, 1, __ATOMIC_RELEASE);
    return time;
}

/* Returns TIME, or the stored answer if that is larger; TIME is not stored. */
static inline uint64_t largest_answer_floor(const struct largest_answer *largest, uint64_t time)
{
    if (__builtin_expect(!__atomic_load_n(&largest->any, __ATOMIC_ACQUIRE), 1)) return time;
    return larger_of(time, atomic_read(&largest->time));
}

/* Spreads VALUE's bits over the higher ones of the result, for checksums and keys: 2^64 divided by the golden ratio. */
static inline uint64_t spread_bits(uint64_t value)
{
    return value * 0x9e3779b97f4a7c15;
}

/* Returns TOTAL * PART / SUM, or 0 if SUM is 0. Sums above 2^31 lose their last bits, so that products fit. Computing a
   remainder would cost another division where the hardware cannot divide 64 bits. */
static inline uint64_t in_proportion(uint64_t total, uint64_t part, uint64_t sum)
{
    uint64_t times;

    while (sum >> 31) {
        sum >>= 1;
        part >>= 1;
    }
    if (!sum) return 0;
    times = total / sum;
    return times * part + (total - times * sum) * part / sum;
}

#endif
