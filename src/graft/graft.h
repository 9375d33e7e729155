/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_GRAFT_H
#define CYCLETIME_GRAFT_H

#include "../nt/nt.h"

/* Puts the ledger's functions in place in this process, all or none; FLAGS: CYCLETIME_GRAFT_... Once done, does
   nothing: STATUS_OBJECT_NAME_EXISTS, which is a success. */
NTSTATUS graft(ULONG flags);

#endif
