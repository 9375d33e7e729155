/* SPDX-License-Identifier: MIT */
/* A process that ends by an exception that nobody handles says first what it used. */
#ifndef CYCLETIME_UNHANDLED_EXCEPTION_H
#define CYCLETIME_UNHANDLED_EXCEPTION_H

#include <windows.h>

/* Puts our filter in the place of the program's, which is asked by it. Once, when the graft is in place. */
void unhandled_exception_start(void);

/* No filter is asked. */
void WINAPI GraftedRaiseFailFastException(EXCEPTION_RECORD *, CONTEXT *, DWORD);

LPTOP_LEVEL_EXCEPTION_FILTER WINAPI GraftedSetUnhandledExceptionFilter(LPTOP_LEVEL_EXCEPTION_FILTER);

#endif
