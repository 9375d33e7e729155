/* SPDX-License-Identifier: MIT */
#include "stub.h"
#include "reach.h"

/* mov r10, rcx; mov eax, number: Wine's and Windows' alike. The second instruction becomes a jump, which is as long, so
   that every instruction begins where one began. */
enum { HEAD = 8, SECOND = 3, JUMP = 0xe9 };

static ULONG64 head_of(const BYTE *stub)
{
    return __atomic_load_n((const ULONG64 *)(const void *)stub, __ATOMIC_RELAXED);
}

static void set_head(BYTE *stub, ULONG64 head)
{
    __atomic_store_n((ULONG64 *)(void *)stub, head, __ATOMIC_RELEASE);
}

BOOLEAN stub_is_known(const BYTE *stub)
{
    return (ULONG_PTR)stub % HEAD == 0 && (head_of(stub) & 0xffff0000ffffffff) == 0xb8d18b4c;
}

void stub_put_original(BYTE *at, const BYTE *stub)
{
    memcpy(at, stub, HEAD);
    reach_jump(at + HEAD, (PVOID)(stub + HEAD));
}

BOOLEAN stub_reaches(const BYTE *stub, const BYTE *to)
{
    const LONG64 distance = to - (stub + HEAD);

    return distance == (LONG)distance;
}

void stub_lead(BYTE *stub, const BYTE *to)
{
    const ULONG distance = (ULONG)(to - (stub + HEAD));

    set_head(stub, (ULONG64)distance << 32 | (ULONG64)JUMP << 8 * SECOND | (head_of(stub) & 0xffffff));
}

void stub_restore(BYTE *stub, const BYTE *original)
{
    ULONG64 head;

    memcpy(&head, original, sizeof head);
    set_head(stub, head);
}
