/* SPDX-License-Identifier: MIT */
/* The difference between two samples. */
#ifndef CYCLETIME_DIFFERENCE_H
#define CYCLETIME_DIFFERENCE_H

#include "tools/top/sample.h"

/* The parts of a processor's cycles, then those of its time, one for each idle state. */
enum processor_part { PART_BUSY, PART_IDLE, PART_DPC, PART_INTERRUPT, PART_STATES, PARTS = PART_STATES + SAMPLE_STATES };

struct processor_rate {
    uint64_t elapsed; /* 100 ns */
    uint64_t cycles;  /* all that the counter went on: idle, DPC and interrupt as reported, and busy the rest */
    uint64_t part[PARTS];
    uint64_t time[SAMPLE_TIMES]; /* 100 ns, as the system reports them */
    uint32_t interrupts, entered[SAMPLE_STATES];
    uint16_t group;
    uint16_t number;
    bool has_idle;   /* then busy too */
    bool has_system; /* DPC and interrupt, cycles and times */
    bool has_times, has_states;
};

struct burn {
    const struct burner *of; /* in the later sample */
    uint64_t cycles;
    uint64_t kernel, user; /* 100 ns */
    bool began;            /* after the earlier sample */
};

struct difference {
    uint64_t frequency; /* 0: it is not known, and no cycles are */
    uint64_t elapsed;   /* 100 ns, between the lists of processes */
    uint64_t capacity;  /* the cycles of all processors in that time */
    struct processor_rate *processors;
    size_t processor_count;
    struct burn *burns; /* as in the later sample: each process, and its threads behind it */
    size_t burn_count;
    size_t processes, threads, ended; /* ended: processes of the earlier sample */
};

struct share {
    uint64_t part, whole;
    bool is_known;
};

/* Into one that is all 0 or was made before. It lives as long as the later sample is not taken again. FALSE: no memory. */
bool difference_make(struct difference *difference, const struct sample *earlier, const struct sample *later);
void difference_free(struct difference *difference);

/* The number of cycles in TIME, in 100 ns, at FREQUENCY a second. */
uint64_t difference_cycles(uint64_t time, uint64_t frequency);

/* A part of a processor's cycles, or of its time. */
struct share difference_part(const struct processor_rate *rate, enum processor_part part);

/* CYCLES, or the cycles of TIME, as a share of all processors' cycles. */
struct share difference_share(const struct difference *difference, uint64_t cycles);
struct share difference_time_share(const struct difference *difference, uint64_t time);

/* 0 of nothing. */
double share_percent(struct share share);

#endif
