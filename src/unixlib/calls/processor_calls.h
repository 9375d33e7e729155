/* SPDX-License-Identifier: MIT */
/* The calls about processors (unixlib_calls.h). The first of them opens the files, which stay open. */
#ifndef CYCLETIME_PROCESSOR_CALLS_H
#define CYCLETIME_PROCESSOR_CALLS_H

#include <stdint.h>

int32_t call_processors(void *arguments);
int32_t call_frequencies(void *arguments);
int32_t call_system(void *arguments);
int32_t call_idle_state_count(void *arguments);
int32_t call_idle_state(void *arguments);

#endif
