/* SPDX-License-Identifier: MIT */
/* The figures that the viewer shows: samples, the intervals between them, their history, and information about single
   processes. */
#ifndef CYCLETIME_SAMPLES_H
#define CYCLETIME_SAMPLES_H

#include "library/nt/nt.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The times of a processor, in the order of CYCLETIME_PROCESSOR_PERFORMANCE; and its idle states: C1, C2, and C3 and
   deeper. */
enum { TIME_IDLE, TIME_KERNEL, TIME_USER, TIME_DPC, TIME_INTERRUPT, SAMPLE_TIMES, SAMPLE_STATES = 3 };

/* The values for a process that is in no job, and for a process whose job is unknown. */
enum { JOB_NONE = 0, JOB_UNKNOWN = -1 };

/* The parent, job and command line of a process, which are not in the list of processes. */
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
    uint64_t working_set;            /* of a process, in bytes; 0: not known */
    bool is_exact;                   /* false: the figures move in the system's steps */
    const struct process_info *info; /* of the process; NULL: not asked */
};

/* The system's figures about processors, processes and threads at one moment. */
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

enum { SELECTION_MOST = 64 };

/* Which processes are to be shown. */
struct selection {
    uint32_t process;              /* the only one; 0: all */
    bool tree;                     /* with those that it started, and theirs */
    bool commands;                 /* a filter is searched in command lines too, */
    uint32_t self, starter;        /* but not in this viewer's own, and its parent's, which hold it; 0: none does */
    uint16_t part[SELECTION_MOST]; /* the filter: what the name has to hold */
    size_t part_length;            /* 0: nothing */
};

/* Whether the process, or that of the thread, is selected and the filter matches. */
bool rows_select(const struct selection *selection, const struct task *task);

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

/* The interval between two samples: the cycles of each processor, and the usage of each process and thread. */
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

/* CYCLES as a share of all processors' cycles. */
struct share interval_share(const struct interval *interval, uint64_t cycles);

/* 0 of nothing. */
double interval_percent(struct share share);

/* Jobs are queried at each sample while there is a new process (one that was not there two samples before), otherwise once
   in this number of samples. */
enum { ANCESTRY_TURNS = 32 };

/* Information about the processes of the latest sample. Who started a process, and its command line, are asked once; its
   job is asked repeatedly. */
struct ancestry {
    struct process_info **known; /* the processes, in the sample's order */
    size_t count;
    uint32_t followed; /* the process whose descendants are followed; 0: none */
    uint32_t samples;
    int32_t last_job; /* the highest number given so far */
};

/* Gives each task of the sample its process's information, which remains until this is called for the next sample. Before
   the first call ANCESTRY is all 0 but for FOLLOWED. FALSE: no memory. */
bool ancestry_attach(struct ancestry *ancestry, struct sample *sample);

/* Asks each process whose command line is not known yet for it, once. */
void ancestry_query_commands(struct ancestry *ancestry);

/* Whether any of the followed processes still lives. */
bool ancestry_has_followed(const struct ancestry *ancestry);

void ancestry_free(struct ancestry *ancestry);

/* All intervals so far, in memory that does not grow: when it is full, each two neighbouring intervals become one. */

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
    double seconds;          /* the end of the last moment */
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

/* Return a process's parent, or 0, and its command line, which the caller frees, or NULL, if it is not known; and whether
   the process is known to be in no job. If it was not created at CREATED, it is another process. */
uint32_t query_process_parent(uint32_t process, uint64_t created);
uint16_t *query_process_command(uint32_t process, uint64_t created, size_t *length);
bool process_has_no_job(uint32_t process, uint64_t created);

/* The innermost job of each of these processes, as far as it is found: processes in one job have the same number; 0 is no
   job. */
void query_process_jobs(const uint32_t *processes, size_t count, uint64_t *jobs);

/* Reads the command line of a process of either word size, as it is in that process's memory, without a terminating zero;
   the caller releases the block. The handle needs PROCESS_QUERY_INFORMATION and PROCESS_VM_READ. STATUS_NOT_SUPPORTED: a
   32-bit program cannot read a 64-bit process. */
NTSTATUS process_command_line(HANDLE process, WCHAR **line, ULONG *bytes);

/* Calls REPORT for every job of which another process has a handle that this one may duplicate, with the ids of the
   processes in the job and in its nested jobs. REPORT is called once for each such handle, so several times for one job. */
NTSTATUS process_each_job(void (*report)(PVOID context, const ULONG_PTR *ids, ULONG count), PVOID context);

#endif
