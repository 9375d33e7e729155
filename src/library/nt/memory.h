/* SPDX-License-Identifier: MIT */
/* Memory for the time of one query. Allocation waits for no other thread, which may be suspended inside any function of the
   program: it uses neither the heap nor anything else that has a lock. */
#ifndef CYCLETIME_NT_MEMORY_H
#define CYCLETIME_NT_MEMORY_H

#include "library/nt/nt.h"

/* Returns memory whose contents are undefined. NULL: no memory is left. */
PVOID memory_allocate(SIZE_T size);

/* The pointer must not be NULL. */
void memory_release(PVOID block);

#endif
