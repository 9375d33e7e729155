/* SPDX-License-Identifier: MIT */
/* A sample: the system's figures about processors, processes and threads at one moment. */
#ifndef CYCLETIME_SAMPLE_H
#define CYCLETIME_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The times of a processor, in the order of CYCLETIME_PROCESSOR_PERFORMANCE; and its idle states: C1, C2, and C3 and
   deeper. */
enum { TIME_IDLE, TIME_KERNEL, TIME_USER, TIME_DPC, TIME_INTERRUPT, SAMPLE_TIMES, SAMPLE_STATES = 3 };

/* The parent, job and command line of a process, which are not in the list of processes. */
enum { JOB_NONE = 0, JOB_UNKNOWN = -1 };

struct process_info {
    uint64_t created; /* with the id, which process it is */
    uint32_t process;
    uint32_t parent;                  /* the id of the process that created it, be that gone or not; 0: not known */
    const struct process_info *above; /* that process; NULL: it is gone, or not known */
    size_t place;                     /* of its own task in the sample */
    int32_t job;                      /* the viewer's number from 1 on of its innermost job; or JOB_ */
    bool is_followed;                 /* it is the one to follow, or a descendant of that */
    const uint16_t *command;          /* its command line, without an end */
    size_t command_length;            /* 0: not known, or not asked yet */
    bool has_asked;                   /* for it */
    int samples_new;                  /* samples in which the process is new, this one included */
    int32_t job_now;                  /* the number of its job in this sample */
};

/* Times in 100 ns; what is not reported is false in its HAS_. */
struct processor {
    uint64_t moment; /* at which its idle cycles were reported */
    uint64_t idle_cycles, system_cycles;
    uint64_t time[SAMPLE_TIMES];
    uint64_t state[SAMPLE_STATES];
    uint32_t interrupts, entered[SAMPLE_STATES];
    uint16_t group;
    uint16_t number;
    bool has_idle, has_system, has_times, has_states;
};

/* A process, or one of its threads. */
struct task {
    uint64_t created, cycles, kernel, user;
    const uint16_t *name; /* of the process, without an end */
    size_t name_length;
    uint32_t process, thread;        /* thread 0: the process itself */
    uint32_t threads;                /* of a process: that many follow it */
    const struct process_info *info; /* of the process; NULL: not asked */
};

struct sample {
    uint64_t frequency; /* 0: not known */
    uint64_t moment;    /* at which the processes were reported */
    struct processor *processors;
    size_t processor_count, processor_room;
    struct task *tasks;
    size_t task_count, task_room;
    uint64_t *list;   /* the names stand in it */
    size_t list_room; /* bytes */
    void *room;       /* for what is asked of processors */
    size_t room_size;
};

/* Takes a sample into one that is all 0 or was taken before. FALSE: it failed, with the last error. */
bool sample_take(struct sample *sample);

void sample_free(struct sample *sample);

#endif
