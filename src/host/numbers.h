/* SPDX-License-Identifier: MIT */
/* The entries of a folder in /proc whose names are numbers: processes, descriptors. Nothing is allocated. */
#ifndef CYCLETIME_HOST_NUMBERS_H
#define CYCLETIME_HOST_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

struct numbers {
    int folder;
    long got, at; /* in bytes */
    _Alignas(uint64_t) char bytes[2048];
};

/* False: it cannot be read, and nothing is open. */
bool numbers_open(struct numbers *numbers, const char *folder);

/* False: there is none left. */
bool numbers_next(struct numbers *numbers, uint64_t *number);

void numbers_close(struct numbers *numbers);

#endif
