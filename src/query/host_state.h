/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_HOST_STATE_H
#define CYCLETIME_HOST_STATE_H

#include "cycletime.h"

/* Whether the Linux side answers, and how, or why it does not. */
CYCLETIME_HOST_STATE query_host_state(void);

/* How it has the calling thread's cycles. */
CYCLETIME_HOST_CLOCK query_host_clock(void);

#endif
