/* SPDX-License-Identifier: MIT */
/* On x86 a caller may pass memory that is not aligned, as it may to the system. */
#ifndef CYCLETIME_UNALIGNED_H
#define CYCLETIME_UNALIGNED_H

#include <windows.h>

typedef DWORD unaligned_DWORD __attribute__((aligned(1)));
typedef ULONG64 unaligned_ULONG64 __attribute__((aligned(1)));

#endif
