/* SPDX-License-Identifier: MIT */
/*
 * Readings of the times of all processors, which threads publish one after the other. A thread builds the next reading
 * from the latest one, in memory that only it holds, and publishes it if that one is still the latest. So each reading
 * follows from the one before, all of them add up, and no thread waits for another. A thread that is stopped in the middle
 * holds only its own reading and the one that it read; a thread that is ended there holds them for good.
 */
#ifndef CYCLETIME_READINGS_H
#define CYCLETIME_READINGS_H

#include "unixlib/processors/processor_clock.h"

enum { MOST_READINGS = 1024 }; /* as many threads as can take a reading at once */

struct reading {
    int64_t now;   /* CLOCK_MONOTONIC */
    int32_t users; /* counts its writer, its readers, and that it is the latest; 0: free */
    struct processor_clock of[];
};

/* Zeroed before it is opened. */
struct readings {
    size_t size; /* of a reading's clocks, in bytes */
    struct reading *latest;
    struct reading *all[MOST_READINGS];
};

bool readings_open(struct readings *readings, uint32_t processors);
void readings_close(struct readings *readings);

/* The caller holds what these return until it releases it. */
struct reading *readings_latest(struct readings *readings);
struct reading *readings_free_one(struct readings *readings); /* NULL: all are held, or there is no memory */
void readings_release(struct reading *reading);

/* Makes NEXT the latest reading. False: BASE, which the caller holds, is not the latest any more. */
bool readings_publish(struct readings *readings, struct reading *base, struct reading *next);

#endif
