/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_NT_COPY_H
#define CYCLETIME_NT_COPY_H

#include "library/nt/nt.h"

/* Copies to or from the caller's memory as NT itself does: all or nothing, without an exception that the program could
   see, and with no lock held. STATUS_ACCESS_VIOLATION: the memory cannot be read or written.
   STATUS_GUARD_PAGE_VIOLATION: it has a guard page, which still is one. Without the unixlib, memory that another
   thread frees meanwhile raises an exception. */
NTSTATUS nt_copy(PVOID to, const void *from, SIZE_T size);

/* Copies this library's own data, in whole ULONGs. Where TO is on the calling thread's stack, it is written to without a
   check: the used part of a stack is committed memory. */
NTSTATUS nt_answer(PVOID to, const void *from, SIZE_T size);

/* Removes the guard from the first guard page of that memory, as a touch would. FALSE: it has no guard page. */
BOOLEAN nt_spend_guard(PVOID memory, SIZE_T size);

#endif
