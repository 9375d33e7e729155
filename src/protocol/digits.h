/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_UNIXLIB_DIGITS_H
#define CYCLETIME_UNIXLIB_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a decimal number at *AT and moves *AT behind it. False: there is none, or it needs more than 64 bits. */
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

#endif
