/* SPDX-License-Identifier: MIT */
/* The jobs that the Linux side has numbers for. */
#ifndef CYCLETIME_NUMBERED_JOBS_H
#define CYCLETIME_NUMBERED_JOBS_H

#include "jobs.h"

/* FALSE: there is no Linux side. */
bool numbered_jobs(struct jobs *jobs, const uint32_t *processes, size_t count);

#endif
