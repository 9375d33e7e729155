/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_NT_COPY_H
#define CYCLETIME_NT_COPY_H

#include "nt.h"

/* Copies to or from memory of the caller's, whatever that is, as NT itself does: all or nothing, without an exception that
   the program could see, and with no lock held. STATUS_ACCESS_VIOLATION: it cannot. STATUS_GUARD_PAGE_VIOLATION: there is a
   guard page, and it still is one. Without the Linux side, memory that another thread takes away meanwhile faults. */
NTSTATUS nt_copy(PVOID to, const void *from, SIZE_T size);

/* The same of what is this library's own, in whole ULONGs. Where TO is on the calling thread's stack, it is written to
   without a look: what has been used of a stack is memory. */
NTSTATUS nt_answer(PVOID to, const void *from, SIZE_T size);

/* The first guard page of that memory is none any more, as when it has been met. FALSE: there is none. */
BOOLEAN nt_spend_guard(PVOID memory, SIZE_T size);

#endif
