/* SPDX-License-Identifier: MIT */
/* The calls about many at once (host_calls.h). */
#ifndef CYCLETIME_HOST_LIST_CALLS_H
#define CYCLETIME_HOST_LIST_CALLS_H

#include <stdint.h>

int32_t call_listed(void *arguments);

#endif
