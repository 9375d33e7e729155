/* SPDX-License-Identifier: MIT */
/* The modules of this process and the loader's lock over them. */
#ifndef CYCLETIME_MODULES_H
#define CYCLETIME_MODULES_H

#include "library/nt/structures.h"

#include <windows.h>

/* Takes the loader's lock; modules_unlock takes the same `*cookie`. Returns STATUS_NOT_SUPPORTED if ntdll lacks the
   lock. */
NTSTATUS modules_lock(ULONG_PTR *cookie);
void modules_unlock(ULONG_PTR cookie);

/* The caller holds the lock. Calls VISIT with every module's base, in load order, until VISIT returns FALSE. */
void modules_visit(BOOLEAN (*visit)(PVOID base, PVOID context), PVOID context);

/* The caller holds the lock. Returns the first module in load order for whose name IS returns TRUE; NULL: none. */
PVOID modules_find(BOOLEAN (*is)(const struct counted_string *name));

#endif
