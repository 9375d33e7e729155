/* SPDX-License-Identifier: MIT */
/* A process of one word size cannot queue to one of the other, so a launcher of the child's own does it. */
#ifndef CYCLETIME_CHILD_HELPER_H
#define CYCLETIME_CHILD_HELPER_H

#include "child.h"

/* The launcher's option for this, with the child's process id, its thread's id, and the flags, in decimal. */
#define CHILD_HELPER_OPTION L"--child"

/* In its exit code, with the error code below: a Wine without its 32-bit half "runs" a 32-bit program with 0, at once. */
enum { CHILD_HELPER_ANSWERED = 0x10000 };

/* child_graft for a child of the other word size. */
DWORD child_helper_run(const PROCESS_INFORMATION *child, const WCHAR *library, ULONG flags, create_process_w create);

#endif
