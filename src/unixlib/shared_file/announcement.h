/* SPDX-License-Identifier: MIT */
/* Which process of Windows a Linux process is that has no entry yet (shared_file_layout.h). */
#ifndef CYCLETIME_ANNOUNCEMENT_H
#define CYCLETIME_ANNOUNCEMENT_H

#include "unixlib/shared_file/publisher.h"

/* Records that this Linux process is Windows' process ID. */
void announcement_write(struct publisher *publisher, uint32_t id);

/* Records that this process, which has no entry, ends with CODE, if it was recorded before. */
void announcement_write_code(struct publisher *publisher, uint32_t code);

/* Finds what was recorded of PID, which has not been waited for. Returns false, and leaves *ANNOUNCED unchanged, if nothing
   was. */
bool announcement_find(struct publisher *publisher, pid_t pid, struct announced_process *announced);

#endif
