/* SPDX-License-Identifier: MIT */
/* The interval between two samples: the cycles of each processor, and the usage of each process and thread. */
#ifndef CYCLETIME_INTERVAL_H
#define CYCLETIME_INTERVAL_H

#include "tools/top/sample.h"

/* The parts of a processor's cycles, then those of its time, one for each idle state. */
enum processor_part { PART_BUSY, PART_IDLE, PART_DPC, PART_INTERRUPT, PART_STATES, PARTS = PART_STATES + SAMPLE_STATES };

struct processor_rate {
    uint64_t elapsed; /* 100 ns */
    uint64_t cycles;  /* all that its TSC went on: idle, DPC and interrupt as reported, and busy the rest */
    uint64_t part[PARTS];
    uint64_t time[SAMPLE_TIMES]; /* 100 ns, as the system reports them */
    uint32_t interrupts, entered[SAMPLE_STATES];
    uint16_t group;
    uint16_t number;
    bool has_idle;   /* then busy too */
    bool has_system; /* DPC and interrupt, cycles and times */
    bool has_times, has_states;
};

struct usage {
    const struct task *of; /* in the later sample */
    uint64_t cycles;
    uint64_t kernel, user; /* 100 ns */
    bool began;            /* after the earlier sample */
};

struct interval {
    uint64_t frequency; /* 0: it is not known, and no cycles are */
    uint64_t elapsed;   /* 100 ns, between the lists of processes */
    uint64_t capacity;  /* the cycles of all processors in that time */
    struct processor_rate *processors;
    size_t processor_count;
    struct usage *usages; /* as in the later sample: each process, and its threads behind it */
    size_t usage_count;
    size_t processes, threads, ended; /* ended: processes of the earlier sample */
};

struct share {
    uint64_t part, whole;
    bool is_known;
};

/* Into one that is all 0 or was made before. It lives as long as the later sample is not taken again. FALSE: no memory. */
bool interval_make(struct interval *interval, const struct sample *earlier, const struct sample *later);
void interval_free(struct interval *interval);

/* The number of cycles in TIME, in 100 ns, at FREQUENCY a second. */
uint64_t interval_cycles(uint64_t time, uint64_t frequency);

/* A part of a processor's cycles, or of its time. */
struct share interval_part(const struct processor_rate *rate, enum processor_part part);

/* CYCLES, or the cycles of TIME, as a share of all processors' cycles. */
struct share interval_share(const struct interval *interval, uint64_t cycles);
struct share interval_time_share(const struct interval *interval, uint64_t time);

/* 0 of nothing. */
double share_percent(struct share share);

#endif
