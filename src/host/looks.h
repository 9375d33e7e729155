/* SPDX-License-Identifier: MIT */
/*
 * What all processors had done at one moment, as threads publish it one after the other: each builds the next look from
 * the latest, in memory that only it holds, and puts it in its place if that is still the latest. So one look follows
 * another and all of them add up, and no thread waits for another, even one that is stopped in the middle: it holds its
 * own look and the one that it read, no more. One that is ended there holds them for good.
 */
#ifndef CYCLETIME_HOST_LOOKS_H
#define CYCLETIME_HOST_LOOKS_H

#include "processor_clock.h"

#include <stdbool.h>
#include <stdint.h>

enum { MOST_LOOKS = 1024 }; /* as many threads as can be at it at once */

struct look {
    int64_t now;   /* CLOCK_MONOTONIC */
    int32_t users; /* its writer, its readers, and that it is the latest; 0: free */
    struct processor_clock of[];
};

/* Zeroed before it is opened. */
struct looks {
    uint32_t count; /* of processors */
    struct look *latest;
    struct look *all[MOST_LOOKS];
};

bool looks_open(struct looks *looks, uint32_t count);
void looks_close(struct looks *looks);

/* All that are had are held, until they are released. */
struct look *looks_latest(struct looks *looks);
struct look *looks_free_one(struct looks *looks); /* NULL: there is none, and no memory for it */
void looks_release(struct look *look);

/* NEXT is the latest from now on. False: BASE, which the caller holds, is not it any more. */
bool looks_publish(struct looks *looks, struct look *base, struct look *next);

void looks_copy(const struct looks *looks, struct look *to, const struct look *from);

#endif
