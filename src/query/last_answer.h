/* SPDX-License-Identifier: MIT */
/* The largest answers given so far, so that none is followed by a smaller one. A fixed table, lock-free: nobody waits
   for a thread that was suspended or killed in here. It holds 2,048 threads and processes; beyond that the longest
   unasked is forgotten, but never this process. */
#ifndef CYCLETIME_LAST_ANSWER_H
#define CYCLETIME_LAST_ANSWER_H

#include "../source/source.h"

enum subject { SUBJECT_THREAD = 1, SUBJECT_PROCESS, SUBJECT_DESCENDANTS, SUBJECT_JOB };

/* Raises what is known to the last answers, and to what a line told, and fills in what is not known from them; then it is
   remembered. kernel + user is made monotone first, and each of them within it. Not without an id and a creation time. */
void last_answer_update(enum subject subject, struct cpu_time *seen);

/* What was told without it, of the times of a subject that it knows: each part by itself, so that none is less from here
   on. */
void last_answer_was(enum subject subject, const struct cpu_time *told);

/* last_answer_update for this process's cycles alone, where those have been told before: else FALSE. */
BOOLEAN last_answer_of_own_process(ULONG64 *cycles);

/* last_answer_update for a count that came without a creation time: TRUE if the id has been seen and the count is no step
   back. */
BOOLEAN last_answer_continues(enum subject subject, const struct cpu_time *seen);

#endif
