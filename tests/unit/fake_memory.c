/* SPDX-License-Identifier: MIT */
#include "fake_memory.h"
#include "fake_image.h"

#include <assert.h>
#include <string.h>

struct fake_memory fake_memory;

const ULONG near_jump_size = 24;

BOOLEAN near_reaches(const BYTE *base, const BYTE *at, SIZE_T size)
{
    return at > base;
}

PVOID near_allocate(const BYTE *base, SIZE_T size)
{
    BYTE *block = fake_memory.is_full ? NULL : fake_image_neighbour(size);

    assert(!block || block > base);
    if (block) fake_memory.blocks++;
    return block;
}

PVOID near_jump(BYTE *at, PVOID function)
{
    memset(at, 0xcc, near_jump_size);
    memcpy(at + 8, &function, sizeof function);
    return at;
}

PVOID fake_jump_target(const BYTE *jump)
{
    PVOID function;

    memcpy(&function, jump + 8, sizeof function);
    return function;
}

BOOL WINAPI VirtualProtect(LPVOID at, SIZE_T size, DWORD protection, LPDWORD before)
{
    ULONG number = fake_memory.protection_count++;

    assert(number < FAKE_PROTECTIONS);
    if (number + 1 == fake_memory.failing_protection) return FALSE;
    fake_memory.protections[number].at = at;
    fake_memory.protections[number].size = size;
    fake_memory.protections[number].protection = protection;
    *before = PAGE_WRITECOPY;
    return TRUE;
}

BOOL WINAPI VirtualFree(LPVOID at, SIZE_T size, DWORD type)
{
    assert(at && !size && type == MEM_RELEASE);
    fake_memory.blocks--;
    fake_image_no_neighbour();
    return TRUE;
}
