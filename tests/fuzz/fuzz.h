/* SPDX-License-Identifier: MIT */
/* Every fuzz target includes this: its entry, and assertions that stay on in every build. */
#ifndef CYCLETIME_FUZZ_H
#define CYCLETIME_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))

static inline void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: not true: %s\n", file, line, condition);
    abort();
}

/* The input, taken from its start; 0 behind its end. */
struct input {
    const uint8_t *at;
    size_t left;
};

static inline void take(struct input *input, void *value, size_t size)
{
    const size_t there = size < input->left ? size : input->left;

    memset(value, 0, size);
    if (there) memcpy(value, input->at, there);
    input->at += there;
    input->left -= there;
}

static inline uint8_t take_byte(struct input *input)
{
    uint8_t byte;

    take(input, &byte, 1);
    return byte;
}

#endif
