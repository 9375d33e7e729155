/* SPDX-License-Identifier: MIT */
/* Who can answer. A source that cannot says so; it never makes a value up. */
#ifndef CYCLETIME_SOURCE_H
#define CYCLETIME_SOURCE_H

#include "cycletime.h"
#include "../nt/nt.h"

enum { CYCLETIME_QUESTIONS = CYCLETIME_QUESTION_IDLE_STATES + 1 };

enum { CPU_TIME_CYCLES = 1, CPU_TIME_TIMES = 2 };

/* What a source saw of a thread or process. */
struct cpu_time {
    ULONG id;               /* 0: not reported, and then nothing is remembered of it */
    ULONG64 creation, exit; /* 100 ns since 1601; creation is 0 where it was not asked, exit while it runs */
    ULONG known;            /* which of the following are: CPU_TIME_... */
    ULONG64 cycles;
    ULONG64 kernel, user;           /* 100 ns */
    ULONG64 told_kernel, told_user; /* what a thread was told by its line at some time, which is remembered nowhere else */
};

/* An idle state of a processor, as cpuidle tells it. */
struct idle_state {
    char name[16];             /* ended by a 0 */
    ULONG latency, break_even; /* 100 ns */
};

/* The C-state's number in a name of cpuidle's: "C6", "C1E", "C3_ACPI". 0: it names none. Numbers above 99 are
   cut. */
static inline ULONG c_state_of(const char *name)
{
    ULONG number = 0, i;

    if (name[0] != 'C') return 0;
    for (i = 1; name[i] >= '0' && name[i] <= '9' && number <= 99; i++) number = number * 10 + (ULONG)(name[i] - '0');
    return number;
}

/* One question's place in a source. Without a function: never answered by it. */
struct answer {
    BOOLEAN (*works)(void); /* on this system; NULL: on every one */
    /* Of a handle's thread or process. May succeed with nothing known: the subject is there, its time is not. */
    NTSTATUS (*of_handle)(HANDLE, struct cpu_time *);
    /* Of the calling thread, never back by itself, or of its process, at little cost. NULL: like those of any handle. */
    NTSTATUS (*cycles_of_caller)(ULONG64 *cycles);
    /* Of a process and COUNT of its threads, which come as a list reported them, but for what is known: nothing yet. Any
       failure: no more is known here. */
    NTSTATUS (*of_listed)(struct cpu_time *process, ULONG count, struct cpu_time *threads);
    /* Of the descendants of a handle's process that have ended. */
    NTSTATUS (*of_descendants)(HANDLE, struct cpu_time *);
    /* Of COUNT processors of a group. */
    NTSTATUS (*cycles_of_group)(USHORT group, ULONG count, ULONG64 *cycles);
    NTSTATUS (*times_of_group)(USHORT group, ULONG count, struct nt_processor_times *times);
    /* With the number of interrupts, where times_of_group leaves it 0. */
    NTSTATUS (*counted_times_of_group)(USHORT group, ULONG count, struct nt_processor_times *times);
    NTSTATUS (*dpcs_of_group)(USHORT group, ULONG count, ULONG *dpcs); /* their numbers */
    NTSTATUS (*idle_of_group)(USHORT group, ULONG count, struct nt_processor_idle *idle);
    /* Up to ROOM of a processor's, and in *COUNT how many it has. */
    NTSTATUS (*idle_states)(USHORT group, BYTE number, ULONG room, struct idle_state *states, ULONG *count);
};

enum presence { PRESENT, ABSENT, NOT_YET };

struct source {
    CYCLETIME_SOURCE name;
    enum presence (*presence)(void);                 /* NULL: on every system. NOT_YET: it may still come */
    BOOLEAN (*take_rate)(ULONG64 cycles_per_second); /* before it is asked for cycles; FALSE: it cannot. NULL: no need */
    struct answer answers[CYCLETIME_QUESTIONS];
};

extern const struct source source_wine_host;   /* the Linux side; what it does not know of: STATUS_NOT_SUPPORTED */
extern const struct source source_nt_counters; /* the system's own cycle counters */
extern const struct source source_nt_times;    /* NT's kernel and user times; cycles are left to be derived */

#endif
