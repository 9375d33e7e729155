/* SPDX-License-Identifier: MIT */
/* Hooks this process, which is Wine's, before its program begins. */
#ifndef CYCLETIME_PRELOAD_INJECT_H
#define CYCLETIME_PRELOAD_INJECT_H

#include "inject/preload/ntdll.h"

/* Called once, on the main thread. */
void hook_process(const struct ntdll *ntdll);

#endif
