/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_GRAFT_H
#define CYCLETIME_GRAFT_H

#include "../nt/nt.h"

/* With CYCLETIME_GRAFT_CHILDREN: these graft themselves, so nothing is done when they are created. */
enum { GRAFT_FROM_WITHIN = 1 << 11 };

/* Puts the ledger's functions in place in this process, all or none; FLAGS: CYCLETIME_GRAFT_... Once done, does nothing. */
NTSTATUS graft(ULONG flags);

#endif
