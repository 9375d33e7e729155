/* SPDX-License-Identifier: MIT */
/* This process, which is Wine's, has itself grafted before its program begins. */
#ifndef CYCLETIME_PRELOAD_GRAFT_H
#define CYCLETIME_PRELOAD_GRAFT_H

#include "ntdll.h"

/* Once, on the main thread. */
void graft(const struct ntdll *ntdll);

#endif
