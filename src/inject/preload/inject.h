/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PRELOAD_INJECT_H
#define CYCLETIME_PRELOAD_INJECT_H

#include "inject/preload/ntdll.h"

/* Hooks this process, which is Wine's, before its program begins. Called once, on the main thread. */
void inject_hooks(const struct ntdll *ntdll);

#endif
