/* SPDX-License-Identifier: MIT */
/* The largest answers given so far, so that no later answer is smaller. The table is fixed and lock-free: no thread waits
   for one that was suspended or killed in here. It holds 2,048 threads and processes; beyond that the least recently used
   entry is replaced, but never that of this process. */
#ifndef CYCLETIME_MONOTONIC_CACHE_H
#define CYCLETIME_MONOTONIC_CACHE_H

#include "library/source/source.h"

enum subject { SUBJECT_THREAD = 1, SUBJECT_PROCESS, SUBJECT_DESCENDANTS, SUBJECT_JOB };

/* Raises the fields of SEEN to the last answers, and to what the thread's snapshot reported; fills in its unknown fields
   from them; and keeps SEEN. The sum of kernel and user time is raised first, then each part within it. If SEEN has no id
   or no creation time, this does nothing. */
void monotonic_cache_update(enum subject subject, struct cpu_time *seen);

/* Keeps the times of a thread or process that were reported without monotonic_cache_update, each part by itself, so that
   none is smaller from here on. */
void monotonic_cache_store(enum subject subject, const struct cpu_time *reported);

/* Does what monotonic_cache_update does, for this process's cycles alone. FALSE: they have not been reported before. */
BOOLEAN monotonic_cache_own_process(ULONG64 *cycles);

/* Does what monotonic_cache_update does, for a count that came without a creation time. TRUE: the id is known, and the
   count is not smaller than the last answer. */
BOOLEAN monotonic_cache_continues(enum subject subject, const struct cpu_time *seen);

#endif
