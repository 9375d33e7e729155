/* SPDX-License-Identifier: MIT */
/* Linux' calls without a C library, which not every program has. One file per machine. The result, or minus the error. */
#ifndef CYCLETIME_PRELOAD_RAW_CALL_H
#define CYCLETIME_PRELOAD_RAW_CALL_H

long raw_call(long number, long first, long second, long third);

#endif
