/* SPDX-License-Identifier: MIT */
/* A source answers questions. One that cannot answer reports that; it never makes a value up. */
#ifndef CYCLETIME_SOURCE_H
#define CYCLETIME_SOURCE_H

#include "library/nt/nt.h"
#include "protocol/unixlib_calls.h"

enum { CYCLETIME_QUESTIONS = CYCLETIME_QUESTION_IDLE_STATES + 1 };

enum { CPU_TIME_CYCLES = 1, CPU_TIME_TIMES = 2 };

/* The times and cycles of a thread or process, as far as a source knows them. */
struct cpu_time {
    ULONG id;               /* 0: not reported; then no answer is kept */
    ULONG64 creation, exit; /* 100 ns since 1601; creation is 0 where it was not asked, exit while it runs */
    ULONG known;            /* which of the following fields are set: CPU_TIME_... */
    ULONG64 cycles;
    ULONG64 kernel, user;                   /* 100 ns */
    ULONG64 returned_kernel, returned_user; /* the last answer of the thread's snapshot, which is kept nowhere else */
    struct nt_scheduling scheduling;        /* of a listed thread; its state is 0 if the source does not know it */
};

/* The number of the C-state in a name of cpuidle's: "C6", "C1E", "C3_ACPI". 0: none. Reading stops above 99. */
static inline ULONG c_state_of(const char *name)
{
    ULONG number = 0, i;

    if (name[0] != 'C') return 0;
    for (i = 1; name[i] >= '0' && name[i] <= '9' && number <= 99; i++) number = number * 10 + (ULONG)(name[i] - '0');
    return number;
}

/* The functions by which a source answers one question that several sources can answer; what only the unixlib can answer is
   a direct call (unixlib.h). A source never answers a question for which it has no function here. */
struct answer {
    BOOLEAN (*works)(CYCLETIME_QUESTION question); /* on this system; NULL: on every one */
    /* For a handle's thread or process. It may succeed with nothing known: the thread or process exists, its time is
       unknown. It may fail with STATUS_NOT_SUPPORTED and id, creation and exit set, which the next source then gets. */
    NTSTATUS (*of_handle)(HANDLE, struct cpu_time *);
    /* For COUNT processors of a group. COUNTED: what the number of interrupts in the times has to be, if anything. */
    NTSTATUS (*idle_of_group)(USHORT group, ULONG count, struct nt_processor_idle *idle);
    NTSTATUS (*cycles_of_group)(CYCLETIME_QUESTION question, USHORT group, ULONG count, ULONG64 *cycles);
    NTSTATUS (*times_of_group)(USHORT group, ULONG count, enum unixlib_counted counted, struct nt_processor_times *times);
};

enum presence { PRESENT, ABSENT, NOT_YET };

struct source {
    CYCLETIME_SOURCE name;
    enum presence (*presence)(void);                    /* NULL: on every system. NOT_YET: it may still come */
    BOOLEAN (*set_tsc_rate)(ULONG64 cycles_per_second); /* before it is asked for cycles; FALSE: it cannot. NULL: no need */
    struct answer answers[CYCLETIME_QUESTIONS];
};

extern const struct source source_unixlib;     /* the unixlib; what it does not know of: STATUS_NOT_SUPPORTED */
extern const struct source source_nt_counters; /* the system's own cycle counters */
extern const struct source source_nt_times;    /* NT's kernel and user times; cycles are left to be derived */

#endif
