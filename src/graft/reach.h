/* SPDX-License-Identifier: MIT */
/* What the 32-bit offsets of an export table reach, and how they reach the rest. One file per machine. */
#ifndef CYCLETIME_REACH_H
#define CYCLETIME_REACH_H

#include <windows.h>

extern const ULONG reach_jump_size;

/* Memory that offsets from BASE reach, readable and writable; NULL: there is none. */
PVOID reach_allocate(const BYTE *base, SIZE_T size);

/* What to export for FUNCTION; may write a jump of reach_jump_size bytes to AT, to be made executable. */
PVOID reach_jump(BYTE *at, PVOID function);

#endif
