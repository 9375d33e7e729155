/* SPDX-License-Identifier: MIT */
/* What the graft puts in the place of ending processes: the system's own, and what they used, and end with, is kept. */
#ifndef CYCLETIME_PROCESS_END_H
#define CYCLETIME_PROCESS_END_H

#include "../nt/nt.h"

NTSTATUS WINAPI GraftedNtTerminateProcess(HANDLE, NTSTATUS);

#endif
