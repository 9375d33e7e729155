/* SPDX-License-Identifier: MIT */
/* The Linux side under Wine: exact, and of the calling thread's cycles without a system call. */
#ifndef CYCLETIME_WINE_HOST_H
#define CYCLETIME_WINE_HOST_H

#include "source.h"

/* Whether it answers, and if not, why. Loads it if that may be done now. */
CYCLETIME_HOST_STATE wine_host_state(void);

/* How the calling thread's cycles are had. */
CYCLETIME_HOST_CLOCK wine_host_clock(void);

/* The calling thread's first and last word. Nothing happens where the Linux side is not in use. */
void wine_host_thread_begins(void);
void wine_host_thread_ends(void);

/* Its functions, where it is there already; 0: it is to be found. Before it is first asked. */
void wine_host_is_given(ULONG64 functions);

/* This process's last word, for others that will ask about it. */
void wine_host_process_ends(void);

#endif
