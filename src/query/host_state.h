/* SPDX-License-Identifier: MIT */
/* The Linux side as a whole: whether it answers, and what it has to know of this process's life. */
#ifndef CYCLETIME_HOST_STATE_H
#define CYCLETIME_HOST_STATE_H

#include "cycletime.h"

/* Opens it if that may be done now. */
void query_host_open(void);

/* It is there already, with these functions; 0: it is not. */
void query_host_is_given(ULONG64 functions);

/* Whether it answers, and how, or why it does not. */
CYCLETIME_HOST_STATE query_host_state(void);

/* The calling thread's first and last word, and this process's last. Nothing happens where the Linux side is not in use. */
void query_host_thread_begins(void);
void query_host_thread_ends(void);
void query_host_process_exits(ULONG code); /* it is about to end with that */
void query_host_process_ends(void);

/* It was killed, and ends with CODE. */
void query_host_process_was_killed(HANDLE process, ULONG code);

/* Its creator may have a record, and ask about it. */
void query_host_process_is_awaited(void);

/* The processes that this one creates are grafted from now on, by the preload library. FLAGS: CYCLETIME_GRAFT_... Without
   the Linux side, or where that library is not in its tree, nothing happens. */
void query_host_children_follow(ULONG flags);

/* How it has the calling thread's cycles. */
CYCLETIME_HOST_CLOCK query_host_clock(void);

#endif
