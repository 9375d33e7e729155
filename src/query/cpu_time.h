/* SPDX-License-Identifier: MIT */
/* What threads and processes have in common: an answer that never steps back, whatever the source. */
#ifndef CYCLETIME_CPU_TIME_H
#define CYCLETIME_CPU_TIME_H

#include "choose.h"
#include "last_answer.h"
#include "query.h"

/* At little cost. FALSE: they are asked like those of any handle. */
static inline BOOLEAN query_cycles_of_caller(CYCLETIME_QUESTION question, ULONG64 *cycles)
{
    const struct source *source = choose(question);
    NTSTATUS (*ask)(ULONG64 *) = source ? source->answers[question].cycles_of_caller : NULL;

    return ask && NT_SUCCESS(ask(cycles));
}

NTSTATUS query_cycles(enum subject subject, CYCLETIME_QUESTION question, HANDLE handle, ULONG64 *cycles);
NTSTATUS query_times(enum subject subject, CYCLETIME_QUESTION question, HANDLE handle, struct nt_times *times);

#endif
