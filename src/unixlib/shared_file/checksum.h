/* SPDX-License-Identifier: MIT */
/* The checksum by which a reader detects data that was not written whole. */
#ifndef CYCLETIME_CHECKSUM_H
#define CYCLETIME_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns the checksum of SIZE bytes, a whole number of words, continued from the checksum BEFORE. It is not 0 for zeros,
   so an empty slot does not count as whole. */
static inline uint64_t words_sum_after(uint64_t before, const void *bytes, size_t size)
{
    const char *at = bytes, *end = at + size;
    uint64_t sum = before ^ 0x6379636c6574696d, word;

    for (; at < end; at += sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15;
        sum ^= sum >> 32;
    }
    return sum;
}

static inline uint64_t words_sum(const void *bytes, size_t size)
{
    return words_sum_after(0, bytes, size);
}

#endif
