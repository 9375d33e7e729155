/* SPDX-License-Identifier: MIT */
/* Memory for the hooks, and pages that are made writable for a moment. */
#ifndef CYCLETIME_NEAR_POOL_H
#define CYCLETIME_NEAR_POOL_H

#include "library/nt/nt.h"

#include <windows.h>

/* Pages of modules that are made writable for a moment: all are opened before the first is written to, so that no step in
   between can fail. A region, which is what VirtualQuery reports, costs one change of protection; one that is writable as
   it is, as most IAT entries are, costs none. */

struct page_region {
    BYTE *begin, *end; /* the whole region */
    BYTE *low, *high;  /* the pages of it that are to be written to, with those between them */
    DWORD protection;
    BOOLEAN is_writable; /* as it is */
};

struct pages {
    struct page_region *list; /* room for two elements per call of pages_add */
    ULONG count, opened;
};

/* Adds the pages of SIZE bytes from AT. */
NTSTATUS pages_add(struct pages *pages, PVOID at, SIZE_T size);

/* Makes all added pages writable until pages_close; executable memory stays executable. If that fails, those before stay
   open. */
NTSTATUS pages_open(struct pages *pages);

/* Restores the protection of all pages. A page on which that fails stays writable. */
void pages_close(struct pages *pages);

/* The memory of the new export tables: one block serves all modules that can reach it, and one change of protection
   makes all of it executable and read-only. */

enum { NEAR_BLOCKS = 4 };

struct near_block {
    BYTE *begin, *at, *end; /* AT: where its free part begins */
};

struct near_pool {
    struct near_block blocks[NEAR_BLOCKS];
    ULONG count;
};

/* Adds a block of SIZE bytes behind the module at BASE. Returns NULL if there is no memory, or no room for a block. */
struct near_block *near_pool_add(struct near_pool *pool, const BYTE *base, SIZE_T size);

/* Returns SIZE writable bytes, aligned to 16, that offsets from BASE reach, of a block of their own if no other has room;
   NULL: there are none. */
BYTE *near_pool_take(struct near_pool *pool, const BYTE *base, SIZE_T size);

/* Makes all that was taken executable and read-only. */
NTSTATUS near_pool_close(const struct near_pool *pool);

void near_pool_free(struct near_pool *pool);

#endif
