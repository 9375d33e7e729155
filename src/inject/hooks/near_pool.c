/* SPDX-License-Identifier: MIT */
/* Memory behind a module, which the 32-bit offsets of its export directory reach. */
#include "inject/hooks/hooks.h"
#include "inject/hooks/machine.h"

enum { ALIGNMENT = 16 };

struct near_block *near_pool_add(struct near_pool *pool, const BYTE *base, SIZE_T size)
{
    struct near_block *block = &pool->blocks[pool->count];

    if (pool->count == NEAR_BLOCKS || !(block->begin = near_allocate(base, size))) return NULL;
    block->at = block->begin;
    block->end = block->begin + size;
    pool->count++;
    return block;
}

BYTE *near_pool_take(struct near_pool *pool, const BYTE *base, SIZE_T size)
{
    const SIZE_T whole = (size + ALIGNMENT - 1) & ~(SIZE_T)(ALIGNMENT - 1);
    struct near_block *block = pool->blocks, *const end = pool->blocks + pool->count;

    while (block < end && (whole > (SIZE_T)(block->end - block->at) || !near_reaches(base, block->at, whole))) block++;
    if (block == end && !(block = near_pool_add(pool, base, whole))) return NULL;
    block->at += whole;
    return block->at - whole;
}

NTSTATUS near_pool_close(const struct near_pool *pool)
{
    const struct near_block *block;
    DWORD before;

    for (block = pool->blocks; block < pool->blocks + pool->count; block++)
        if (block->at > block->begin
            && !VirtualProtect(block->begin, (SIZE_T)(block->at - block->begin), PAGE_EXECUTE_READ, &before))
            return STATUS_ACCESS_DENIED;
    return STATUS_SUCCESS;
}

void near_pool_free(struct near_pool *pool)
{
    while (pool->count) VirtualFree(pool->blocks[--pool->count].begin, 0, MEM_RELEASE);
}
