/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_CHILDREN_H
#define CYCLETIME_CHILDREN_H

#include <windows.h>

/* GRAFT_FLAGS (CYCLETIME_GRAFT_...): those of this process, which its children inherit. */
void children_start(ULONG graft_flags);

/* Grafts a child that was created suspended. A child that cannot be grafted runs as it is, with one line on stderr if
   CYCLETIME_GRAFT_VERBOSE is set. */
void children_graft(const PROCESS_INFORMATION *child);

#endif
