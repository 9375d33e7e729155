/* SPDX-License-Identifier: MIT */
#ifndef LOST_H
#define LOST_H

#include <windows.h>

/* Wine loses one process in some thousand before it begins, of any program: that whose heap Linux has put where Wine must
   have a page of its own (0x7ffe0000). Then it is created again. */
static inline BOOL is_lost(BOOL created)
{
    return !created && GetLastError() == ERROR_INTERNAL_ERROR;
}

#endif
