/* SPDX-License-Identifier: MIT */
/* A call into ntdll.so, whose calling convention is known at run time only. One file per machine. */
#ifndef CYCLETIME_PRELOAD_NTDLL_CALL_H
#define CYCLETIME_PRELOAD_NTDLL_CALL_H

#include <stdbool.h>
#include <stdint.h>

/* Calls FUNCTION with six arguments, of which it may use fewer. */
uintptr_t ntdll_call(void *function, const uintptr_t arguments[6], bool calls_as_linux);

/* Calls FUNCTION(AS_LINUX, 0) by Linux' convention and FUNCTION(AS_WINDOWS, 0) by Windows', in one call; where the
   conventions are the same, FUNCTION(AS_LINUX, 0). */
void ntdll_call_both(void *function, int64_t *as_linux, int64_t *as_windows);

#endif
