/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_FOLLOW_H
#define CYCLETIME_FOLLOW_H

#include "process_creation.h"

/* Grafts a child that was created suspended, as this process was (GRAFT_FLAGS: CYCLETIME_GRAFT_...). What cannot be
   grafted runs as it is, with one line on stderr if CYCLETIME_GRAFT_VERBOSE is set. */
void follow_start(ULONG graft_flags);
void follow_child(const PROCESS_INFORMATION *child);

#endif
