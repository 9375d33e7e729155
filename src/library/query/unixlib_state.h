/* SPDX-License-Identifier: MIT */
/* The unixlib as a whole: whether it answers, and the beginnings of threads and beginnings and ends of processes that it
   is notified of. */
#ifndef CYCLETIME_UNIXLIB_STATE_H
#define CYCLETIME_UNIXLIB_STATE_H

#include "cycletime.h"

/* Opens the unixlib if that may be done now. */
void query_unixlib_open(void);

/* This is called in a process's first thread, before the program runs: the unixlib is loaded and has these functions; 0:
   it is not. */
void query_unixlib_begins(ULONG64 functions);

/* Whether the unixlib answers, and how, or why it does not. */
CYCLETIME_UNIXLIB_STATE query_unixlib_state(void);

/* The calling thread begins, and this process ends. These do nothing where the unixlib is not in use. */
void query_unixlib_thread_begins(void);
void query_unixlib_process_exits(ULONG code); /* this process is about to end with this exit code */
void query_unixlib_process_ends(void);

/* PROCESS was killed, and its exit code is CODE. */
void query_unixlib_process_was_killed(HANDLE process, ULONG code);

/* The preload library hooks the processes that this one creates from now on. FLAGS: CYCLETIME_HOOK_... Without the unixlib
   , or where that library is not in its tree, this does nothing. */
void query_unixlib_children_follow(ULONG flags);

/* How the unixlib gets the calling thread's cycles. */
CYCLETIME_UNIXLIB_CLOCK query_unixlib_clock(void);

#endif
