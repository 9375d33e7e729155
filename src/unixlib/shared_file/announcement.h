/* SPDX-License-Identifier: MIT */
/* An announcement is what a process of a `cycletime time` records of itself while it has no entry. */
#ifndef CYCLETIME_ANNOUNCEMENT_H
#define CYCLETIME_ANNOUNCEMENT_H

#include "unixlib/shared_file/publisher.h"

/* Records ANNOUNCED, a process that has no entry yet; date and sum are set here. A failure leaves it unknown. */
void announcement_write(struct publisher *publisher, struct announced_process announced);

/* Finds what was recorded of PID, which has not been waited for. Returns false, and leaves *ANNOUNCED unchanged, if nothing
   was. */
bool announcement_find(struct publisher *publisher, pid_t pid, struct announced_process *announced);

#endif
