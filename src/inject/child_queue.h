/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_CHILD_QUEUE_H
#define CYCLETIME_CHILD_QUEUE_H

#include <windows.h>

/* child_graft for a child of this process's word size, once its handles are there. */
DWORD child_queue(HANDLE process, HANDLE thread, const WCHAR *dll, ULONG flags);

#endif
