/* SPDX-License-Identifier: MIT */
/* Memory behind a module, which the 32-bit offsets of its export directory reach. */
#include "inject/hooks/near_pool.h"
#include "inject/hooks/machine.h"

enum { ALIGNMENT = 16 };

static PVOID place;
static SIZE_T place_size;

void near_pool_place(PVOID memory, SIZE_T size)
{
    place = memory;
    place_size = size;
}

static struct near_block *add_block(struct near_pool *pool, const BYTE *base, SIZE_T size)
{
    struct near_block *block = &pool->blocks[pool->count];

    if (pool->count == NEAR_BLOCKS || !(block->begin = near_allocate(base, size))) return NULL;
    block->at = block->begin;
    block->end = block->begin + size;
    pool->count++;
    return block;
}

void near_pool_begin(struct near_pool *pool, const BYTE *base, SIZE_T size)
{
    if (place) pool->blocks[pool->count++] = (struct near_block){ place, place, (BYTE *)place + place_size };
    else add_block(pool, base, size);
}

BYTE *near_pool_take(struct near_pool *pool, const BYTE *base, SIZE_T size)
{
    const SIZE_T whole = (size + ALIGNMENT - 1) & ~(SIZE_T)(ALIGNMENT - 1);
    struct near_block *block = pool->blocks, *const end = pool->blocks + pool->count;

    while (block < end && (whole > (SIZE_T)(block->end - block->at) || !near_reaches(base, block->at, whole))) block++;
    if (block == end && !(block = add_block(pool, base, whole))) return NULL;
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
