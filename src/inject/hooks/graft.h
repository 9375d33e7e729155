/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_GRAFT_H
#define CYCLETIME_GRAFT_H

#include "library/nt/nt.h"

/* Replaces the functions of the export ledgers (def/) in this process, all or none. FLAGS: CYCLETIME_GRAFT_... A second
   call does nothing and returns STATUS_OBJECT_NAME_EXISTS, which is a success. */
NTSTATUS graft(ULONG flags);

#endif
