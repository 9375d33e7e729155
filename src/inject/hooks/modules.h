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

/* The caller holds the lock. Returns the head of the loader's list of `struct loaded_module`, in load order. */
const LIST_ENTRY *modules_list(void);

#endif
