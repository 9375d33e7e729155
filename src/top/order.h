/* SPDX-License-Identifier: MIT */
/* Which processes or threads come first. */
#ifndef CYCLETIME_ORDER_H
#define CYCLETIME_ORDER_H

#include "difference.h"
#include "selection.h"

enum order_key { ORDER_CYCLES, ORDER_USER, ORDER_KERNEL, ORDER_ID, ORDER_NAME };

/* Processes, or threads, sorted: the most first, names and ids from the start. Ties stand by cycles, then by id. INTO has
   room for all burns; the number of those that the selection has comes back. */
size_t order_burns(const struct difference *difference, bool threads, const struct selection *selection, enum order_key key,
                   const struct burn **into);

#endif
