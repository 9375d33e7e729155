/* SPDX-License-Identifier: MIT */
/* Grafting a process that was created suspended, of this process's word size. */
#ifndef CYCLETIME_CHILD_H
#define CYCLETIME_CHILD_H

#include "child_apc.h"

struct child {
    HANDLE process;
    HANDLE failed;                  /* signalled when the child could not be grafted; it waits then to be ended */
    struct child_request *request;  /* in the child's memory */
};

/* Makes the suspended THREAD of PROCESS load DLL and call its CycletimeGraft when it is resumed, before the program
   begins. If that fails, the program does not begin. Returns an error code; child is only written on ERROR_SUCCESS. */
DWORD child_queue(HANDLE process, HANDLE thread, const WCHAR *dll, UINT exit_code, struct child *child);

/* How far it came, and the error that stopped it. Returns an error code. */
DWORD child_read(const struct child *child, enum child_stage *stage, DWORD *error);

/* Frees what belongs to this process. */
void child_close(struct child *child);

#endif
