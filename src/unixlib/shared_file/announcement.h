/* SPDX-License-Identifier: MIT */
/* Which process of Windows a Linux process is that has no entry yet (shared_file_layout.h). */
#ifndef CYCLETIME_ANNOUNCEMENT_H
#define CYCLETIME_ANNOUNCEMENT_H

#include "unixlib/shared_file/publisher.h"

/* Records that this Linux process is Windows' process ID. */
void announcement_write(struct publisher *publisher, uint32_t id);

/* Finds the process that PID is, which has not been waited for. Sets its id and its prefix. False: it was not recorded, and
   *PROCESS is unchanged. */
bool announcement_find(struct publisher *publisher, pid_t pid, struct process_identity *process);

#endif
