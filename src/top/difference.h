/* SPDX-License-Identifier: MIT */
/* What two samples tell of the time between them. */
#ifndef CYCLETIME_DIFFERENCE_H
#define CYCLETIME_DIFFERENCE_H

#include "sample.h"

/* Its cycles are all that the counter went on: idle, DPC and interrupt as reported, and busy the rest, so they add up. */
struct processor_rate {
    uint64_t elapsed; /* 100 ns */
    uint64_t cycles, busy, idle, dpc, interrupt;
    uint64_t idle_time, kernel_time, user_time, dpc_time, interrupt_time; /* 100 ns, as the system tells them */
    uint64_t state_time[SAMPLE_STATES];
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
    bool began;            /* in between */
};

struct difference {
    uint64_t frequency; /* 0: nobody knows, then no cycles either */
    uint64_t elapsed;   /* 100 ns, between the lists of processes */
    uint64_t capacity;  /* the cycles of all processors in that time */
    struct processor_rate *processors;
    size_t processor_count;
    struct burn *burns; /* as in the later sample: each process, and its threads behind it */
    size_t burn_count;
    size_t processes, threads, ended; /* ended: processes of the earlier sample */
};

/* Into one that is all 0 or was made before. It lives as long as the later sample is not taken again. FALSE: no memory. */
bool difference_make(struct difference *difference, const struct sample *earlier, const struct sample *later);
void difference_free(struct difference *difference);

/* Of TIME in 100 ns, at FREQUENCY a second. */
uint64_t difference_cycles(uint64_t time, uint64_t frequency);

/* Percent; 0 of nothing. */
double difference_percent(uint64_t part, uint64_t whole);

#endif
