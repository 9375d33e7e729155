/* SPDX-License-Identifier: MIT */
/* Which processes or threads come first. */
#ifndef CYCLETIME_ORDER_H
#define CYCLETIME_ORDER_H

#include "difference.h"

enum order_key { ORDER_CYCLES, ORDER_USER, ORDER_KERNEL, ORDER_ID, ORDER_NAME };

/* Processes, or threads, sorted: the most first, names and ids from the start. Ties stand by cycles, then by id. PROCESS,
   if not 0, is the only one. INTO has room for all burns; the number of them comes back. */
size_t order_burns(const struct difference *difference, bool threads, uint32_t process, enum order_key key,
                   const struct burn **into);

#endif
