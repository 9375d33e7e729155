/* SPDX-License-Identifier: MIT */
/* The call about Linux' clocks as lines over the counter (host_calls.h). */
#ifndef CYCLETIME_CLOCK_CALLS_H
#define CYCLETIME_CLOCK_CALLS_H

#include <stdint.h>

int32_t call_moment(void *arguments);
int32_t call_clock_source(void *arguments);

#endif
