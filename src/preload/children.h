/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PRELOAD_CHILDREN_H
#define CYCLETIME_PRELOAD_CHILDREN_H

/* The processes that this one creates do not load this library. */
void children_leave(void);

#endif
