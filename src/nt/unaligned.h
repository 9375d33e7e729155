/* SPDX-License-Identifier: MIT */
/* Callers on x86 may hand in what is not aligned, as to the system. */
#ifndef CYCLETIME_UNALIGNED_H
#define CYCLETIME_UNALIGNED_H

#include <windows.h>

typedef DWORD unaligned_DWORD __attribute__((aligned(1)));
typedef ULONG64 unaligned_ULONG64 __attribute__((aligned(1)));

#endif
