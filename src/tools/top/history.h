/* SPDX-License-Identifier: MIT */
/* All intervals so far, in memory that does not grow: when it is full, each two neighbouring intervals become one. */
#ifndef CYCLETIME_HISTORY_H
#define CYCLETIME_HISTORY_H

#include "tools/top/interval.h"
#include "tools/top/selection.h"

enum { HISTORY_MOMENTS = 512, HISTORY_THREADS = 256 };

struct moment {
    double begin, end; /* seconds since the first sample */
};

/* A value of each moment: a part of a processor's cycles, 0 to 1; less than 0: not known. */
typedef float series[HISTORY_MOMENTS];

/* A processor's series: what it was busy; that and DPC; that and interrupt. */
enum level { LEVEL_BUSY, LEVEL_DPC, LEVEL_INTERRUPT, LEVELS };

struct strip {
    uint16_t group, number;
    series levels[LEVELS];
};

/* A thread's cycles, as a part of one processor's. */
struct track {
    uint64_t created;
    uint32_t process, thread;
    uint16_t name[64];
    size_t name_length;
    double total; /* seconds of a processor */
    series load;
};

struct history {
    uint64_t frequency;
    size_t count, intervals; /* of the moments; of what went into them */
    struct moment moments[HISTORY_MOMENTS];
    size_t strip_count, track_count;
    struct strip *strips; /* the processors */
    struct track *tracks[HISTORY_THREADS];
};

/* Into one that is all 0 at first. Of the threads only the selection's count. FALSE: no memory. */
bool history_add(struct history *history, const struct interval *interval, const struct selection *selection, double from,
                 double to);
void history_free(struct history *history);

/* Puts the threads in order, the most first. */
void history_sort(struct history *history);

/* The mean of a series in percent, what is not known as 0; and whether all of it is known. */
double history_mean(const struct history *history, const series values);
bool history_knows(const struct history *history, const series values);

#endif
