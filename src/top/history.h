/* SPDX-License-Identifier: MIT */
/* What was seen so far, in as much memory after a day as after an hour: when it is full, each two intervals become one. */
#ifndef CYCLETIME_HISTORY_H
#define CYCLETIME_HISTORY_H

#include "difference.h"
#include "selection.h"

enum { HISTORY_MOMENTS = 512, HISTORY_THREADS = 256 };

struct moment {
    double begin, end; /* seconds since the first sample */
};

/* Parts of a processor's cycles, 0 to 1; less than 0: not known. */
struct load {
    float busy, dpc, interrupt;
};

/* A thread's cycles, as a part of one processor's. */
struct track {
    uint64_t created;
    uint32_t process, thread;
    uint16_t name[64];
    size_t name_length;
    double total; /* seconds of a processor */
    float load[HISTORY_MOMENTS];
};

struct history {
    uint64_t frequency;
    size_t count, intervals; /* of the moments; of what went into them */
    struct moment moments[HISTORY_MOMENTS];
    size_t processor_count;
    struct load *loads; /* of each moment, of each processor */
    size_t track_count;
    struct track *tracks[HISTORY_THREADS];
    struct {
        uint32_t group, number;
    } * processors;
};

/* Into one that is all 0 at first. Of the threads only the selection's count. FALSE: no memory. */
bool history_add(struct history *history, const struct difference *difference, const struct selection *selection,
                 double from, double to);
void history_free(struct history *history);

/* Puts the threads in order, the most first. */
void history_sort(struct history *history);

#endif
