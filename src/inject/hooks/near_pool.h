/* SPDX-License-Identifier: MIT */
/* The memory of the new export tables: one block serves all modules that can reach it, and one change of protection
   makes all of it executable and read-only. */
#ifndef CYCLETIME_NEAR_POOL_H
#define CYCLETIME_NEAR_POOL_H

#include "library/nt/nt.h"

enum { NEAR_BLOCKS = 4 };

struct near_block {
    BYTE *begin, *at, *end; /* AT: where its free part begins */
};

struct near_pool {
    struct near_block blocks[NEAR_BLOCKS];
    ULONG count;
};

/* Provides a block for the next pool: whole pages, readable and writable, an allocation of their own. NULL: that pool
   allocates its first block itself. */
void near_pool_place(PVOID memory, SIZE_T size);

/* Takes the block that was provided, or allocates one of SIZE bytes behind the module at BASE. Without memory there the
   pool stays empty. */
void near_pool_begin(struct near_pool *pool, const BYTE *base, SIZE_T size);

/* Returns SIZE writable bytes, aligned to 16, that offsets from BASE reach, of a block of their own if no other has room;
   NULL: there are none. */
BYTE *near_pool_take(struct near_pool *pool, const BYTE *base, SIZE_T size);

/* Makes all that was taken executable and read-only. */
NTSTATUS near_pool_close(const struct near_pool *pool);

void near_pool_free(struct near_pool *pool);

#endif
