/* SPDX-License-Identifier: MIT */
/* What threads and processes have in common: a choice of source, and an answer that never steps back. */
#ifndef CYCLETIME_CPU_TIME_H
#define CYCLETIME_CPU_TIME_H

#include "last_answer.h"
#include "query.h"

#include <stddef.h>

/* One kind of question. Lives for ever: it remembers its source. */
struct cpu_time_question {
    enum subject subject;
    ULONG wanted;   /* CPU_TIME_CYCLES or CPU_TIME_TIMES */
    SIZE_T member;  /* offset in struct source */
    const struct cpu_time_source *chosen;
};

NTSTATUS query_cycles(struct cpu_time_question *question, HANDLE handle, ULONG64 *cycles);
NTSTATUS query_times(struct cpu_time_question *question, HANDLE handle, struct nt_times *times);

#endif
