/* SPDX-License-Identifier: MIT */
/* What threads and processes have in common: an answer that never steps back, whatever the source. */
#ifndef CYCLETIME_CPU_TIME_H
#define CYCLETIME_CPU_TIME_H

#include "last_answer.h"
#include "query.h"

NTSTATUS query_cycles(enum subject subject, CYCLETIME_QUESTION question, HANDLE handle, ULONG64 *cycles);
NTSTATUS query_times(enum subject subject, CYCLETIME_QUESTION question, HANDLE handle, struct nt_times *times);

#endif
