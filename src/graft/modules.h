/* SPDX-License-Identifier: MIT */
/* The modules of this process and the lock over them. */
#ifndef CYCLETIME_MODULES_H
#define CYCLETIME_MODULES_H

#include "../nt/nt.h"

NTSTATUS modules_lock(ULONG_PTR *cookie);
void modules_unlock(ULONG_PTR cookie);

/* Under the lock: calls VISIT with every module's base, in load order, until it returns FALSE. */
void modules_visit(BOOLEAN (*visit)(PVOID base, PVOID context), PVOID context);

#endif
