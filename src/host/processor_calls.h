/* SPDX-License-Identifier: MIT */
/* The calls about processors (host_calls.h). The files are opened at the first of them, and stay open. */
#ifndef CYCLETIME_PROCESSOR_CALLS_H
#define CYCLETIME_PROCESSOR_CALLS_H

#include <stdint.h>

int32_t call_processors(void *arguments);
int32_t call_idle_state_count(void *arguments);
int32_t call_idle_state(void *arguments);

#endif
