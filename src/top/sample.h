/* SPDX-License-Identifier: MIT */
/* What the system tells at one moment. */
#ifndef CYCLETIME_SAMPLE_H
#define CYCLETIME_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SAMPLE_STATES = 3 }; /* C1, C2, and C3 and deeper */

/* Where a process comes from, and to which job it belongs: what the list of processes does not tell. */
enum { JOB_NONE = 0, JOB_UNTOLD = -1 };

struct origin {
    uint64_t created; /* with the id, which process it is */
    uint32_t process;
    uint32_t parent;         /* who created it, be that gone or not; 0: not told */
    int32_t job;             /* a number of ours from 1 on, the same for those in the same innermost job; or JOB_ */
    bool is_followed;        /* it is the one to follow, or a descendant of that */
    const uint16_t *command; /* its command line, without an end */
    size_t command_length;   /* 0: not told, or not asked yet */
};

/* Times in 100 ns; what is not reported is false in its HAS_. */
struct processor {
    uint64_t moment; /* at which its idle cycles were reported */
    uint64_t idle_cycles, system_cycles;
    uint64_t idle, kernel, user, dpc, interrupt;
    uint64_t state[SAMPLE_STATES];
    uint32_t interrupts, entered[SAMPLE_STATES];
    uint16_t group;
    uint16_t number;
    bool has_idle, has_system, has_times, has_states;
};

/* A process, or one of its threads. */
struct burner {
    uint64_t created, cycles, kernel, user;
    const uint16_t *name; /* of the process, without an end */
    size_t name_length;
    uint32_t process, thread;    /* thread 0: the process itself */
    uint32_t threads;            /* of a process: that many follow it */
    const struct origin *origin; /* of the process; NULL: not asked */
};

struct sample {
    uint64_t frequency; /* 0: nobody knows */
    uint64_t moment;    /* at which the processes were reported */
    struct processor *processors;
    size_t processor_count, processor_room;
    struct burner *burners;
    size_t burner_count, burner_room;
    uint64_t *list; /* the names stand in it */
    uint32_t list_size;
    void *room; /* for what is asked of processors */
    size_t room_size;
};

/* Into one that is all 0 or was taken before. FALSE: the last error tells why. */
bool sample_take(struct sample *sample);

/* 100 ns since some moment. */
uint64_t sample_now(void);

void sample_free(struct sample *sample);

#endif
