/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_INSTALL_H
#define CYCLETIME_INSTALL_H

#include "library/nt/nt.h"

/* Replaces the functions of the export lists (def/) in this process, all or none. FLAGS: CYCLETIME_HOOK_... A second
   call does nothing and returns STATUS_OBJECT_NAME_EXISTS, which is a success. */
NTSTATUS install_hooks(ULONG flags);

#endif
