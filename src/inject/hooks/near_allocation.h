/* SPDX-License-Identifier: MIT */
/* Memory that the 32-bit offsets of an export table reach, and jumps from there to any other address. Each machine has a
   file of its own. */
#ifndef CYCLETIME_NEAR_ALLOCATION_H
#define CYCLETIME_NEAR_ALLOCATION_H

#include <windows.h>

extern const ULONG near_jump_size;

/* Whether offsets from BASE reach SIZE bytes at AT. */
BOOLEAN near_reaches(const BYTE *base, const BYTE *at, SIZE_T size);

/* Returns readable and writable memory that offsets from BASE reach; NULL: there is none. */
PVOID near_allocate(const BYTE *base, SIZE_T size);

/* Returns the address to export for FUNCTION; may write a jump of near_jump_size bytes to AT, which the caller makes
   executable. */
PVOID near_jump(BYTE *at, PVOID function);

#endif
