/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_HOST_STATE_H
#define CYCLETIME_HOST_STATE_H

#include "cycletime.h"

/* Whether the Linux side answers, and how, or why it does not. */
CYCLETIME_HOST_STATE query_host_state(void);

#endif
