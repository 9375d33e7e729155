/* SPDX-License-Identifier: MIT */
/* The first instructions of a system call in ntdll. One file per machine. */
#ifndef CYCLETIME_STUB_H
#define CYCLETIME_STUB_H

#include <windows.h>

enum { STUB_HEAD = 8, STUB_ORIGINAL = 24 }; /* bytes that change, and that an original takes, at most */

/* FALSE also for one that something else has changed, such as a debugger's breakpoint. */
BOOLEAN stub_is_known(const BYTE *stub);

/* Writes to AT what does STUB's work once that leads elsewhere. */
void stub_put_original(BYTE *at, const BYTE *stub);

/* Whether a jump from STUB gets to TO. */
BOOLEAN stub_reaches(const BYTE *stub, const BYTE *to);

/* STUB is writable, and other threads may run through it meanwhile: none is ever between two instructions that do not
   belong together. stub_restore undoes it by the original. */
void stub_lead(BYTE *stub, const BYTE *to);
void stub_restore(BYTE *stub, const BYTE *original);

#endif
