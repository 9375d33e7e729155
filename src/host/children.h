/* SPDX-License-Identifier: MIT */
/* The processes that this one creates are grafted as well, by the preload library of the tree that this library is in. */
#ifndef CYCLETIME_HOST_CHILDREN_H
#define CYCLETIME_HOST_CHILDREN_H

#include <stdbool.h>
#include <stdint.h>

/* Those to come, with these flags: HOST_CHILDREN_... False: this library is in no such tree, or in one whose path cannot
   stand in LD_PRELOAD. */
bool children_follow(uint32_t flags);

#endif
