/* SPDX-License-Identifier: MIT */
/* Grafts this process, which is Wine's, before its program begins. */
#ifndef CYCLETIME_PRELOAD_GRAFT_H
#define CYCLETIME_PRELOAD_GRAFT_H

#include "inject/preload/ntdll.h"

/* Called once, on the main thread. */
void graft(const struct ntdll *ntdll);

#endif
