/* SPDX-License-Identifier: MIT */
/* The calls about jobs (host_calls.h). */
#ifndef CYCLETIME_HOST_JOB_CALLS_H
#define CYCLETIME_HOST_JOB_CALLS_H

#include <stdint.h>

int32_t call_membership(void *arguments);
int32_t call_job(void *arguments);

#endif
