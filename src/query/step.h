/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_STEP_H
#define CYCLETIME_STEP_H

#include "cycletime.h"
#include "../nt/nt.h"

/* The smallest step, in nanoseconds, that an answer was seen to make while this thread ran for up to 100 ms; 0: none. */
ULONG64 query_step(CYCLETIME_QUESTION question);

#endif
