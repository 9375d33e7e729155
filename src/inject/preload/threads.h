/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PRELOAD_THREADS_H
#define CYCLETIME_PRELOAD_THREADS_H

#include "inject/preload/ntdll.h"

/* Has BEGIN called on each Windows thread that is created from now on, before the thread runs Wine's code. The argument is
   a struct unixlib_thread_begin. */
void threads_call(const struct ntdll *ntdll, call *begin);

#endif
