/* SPDX-License-Identifier: MIT */
/* Memory behind a module, or in it, which the 32-bit offsets of its export directory reach. */
#include "inject/hooks/hooks.h"
#include "inject/hooks/image.h"
#include "inject/hooks/machine.h"

enum { ALIGNMENT = 16, PAGE = 4096 };

struct near_block *near_pool_add(struct near_pool *pool, const BYTE *base, SIZE_T size)
{
    struct near_block *block = &pool->blocks[pool->count];

    if (pool->count == NEAR_BLOCKS || !(block->begin = near_allocate(base, size))) return NULL;
    block->at = block->begin;
    block->end = block->begin + size;
    block->before = 0;
    pool->count++;
    return block;
}

static BOOLEAN pool_has(const struct near_pool *pool, const BYTE *at)
{
    const struct near_block *block = pool->blocks, *const end = pool->blocks + pool->count;

    while (block < end && (at < block->begin || at >= block->end)) block++;
    return block < end;
}

/* Adds a section of the module at BASE that nothing uses after the module was loaded: relocations or debug information. */
static struct near_block *add_discardable(struct near_pool *pool, BYTE *base, SIZE_T size)
{
    const SIZE_T whole = (size + PAGE - 1) & ~(SIZE_T)(PAGE - 1);
    struct near_block *block = &pool->blocks[pool->count];
    const IMAGE_SECTION_HEADER *section;
    const IMAGE_NT_HEADERS *nt;
    struct image image;
    ULONG i;

    if (pool->count == NEAR_BLOCKS || !image_open(base, &image)) return NULL;
    nt = (const IMAGE_NT_HEADERS *)(base + ((const IMAGE_DOS_HEADER *)base)->e_lfanew);
    section = image_at(&image, (ULONG)((const BYTE *)IMAGE_FIRST_SECTION(nt) - base), nt->FileHeader.NumberOfSections,
                       sizeof *section);
    for (i = 0; section && i < nt->FileHeader.NumberOfSections; i++, section++) {
        if (!(section->Characteristics & IMAGE_SCN_MEM_DISCARDABLE) || section->VirtualAddress % PAGE) continue;
        block->begin = image_at(&image, section->VirtualAddress, (ULONG)whole, 1);
        if (!block->begin || section->Misc.VirtualSize < size || pool_has(pool, block->begin)) continue;
        if (!VirtualProtect(block->begin, whole, PAGE_READWRITE, &block->before)) continue;
        block->at = block->begin;
        block->end = block->begin + whole;
        pool->count++;
        return block;
    }
    return NULL;
}

BYTE *near_pool_take(struct near_pool *pool, BYTE *base, SIZE_T size)
{
    const SIZE_T whole = (size + ALIGNMENT - 1) & ~(SIZE_T)(ALIGNMENT - 1);
    struct near_block *block = pool->blocks, *const end = pool->blocks + pool->count;

    while (block < end && (whole > (SIZE_T)(block->end - block->at) || !near_reaches(base, block->at, whole))) block++;
    if (block == end) block = near_pool_add(pool, base, whole);
    if (!block) block = add_discardable(pool, base, whole);
    if (!block) return NULL;
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
    const struct near_block *block;
    DWORD during;

    while (pool->count) {
        block = &pool->blocks[--pool->count];
        if (block->before) VirtualProtect(block->begin, (SIZE_T)(block->end - block->begin), block->before, &during);
        else VirtualFree(block->begin, 0, MEM_RELEASE);
    }
}
