/* SPDX-License-Identifier: MIT */
/* Memory for the time of a question. It waits for nobody: another thread may be suspended in the middle of whatever the
   program does, so the heap is not used, nor anything else that has a lock. */
#ifndef CYCLETIME_NT_MEMORY_H
#define CYCLETIME_NT_MEMORY_H

#include "nt.h"

/* Of any contents. NULL: there is none. */
PVOID memory_allocate(SIZE_T size);

/* Not NULL. */
void memory_release(PVOID block);

#endif
