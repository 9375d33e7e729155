/* SPDX-License-Identifier: MIT */
#include "stub.h"

/* mov eax, number, then mov edx or call fs:[...]. The first becomes a jump, which is as long. */
enum { MOVE = 0xb8, JUMP = 0xe9, HEAD = 5 };

BOOLEAN stub_is_known(const BYTE *stub)
{
    return (ULONG_PTR)stub % sizeof(USHORT) == 0 && stub[0] == MOVE && !stub[3] && !stub[4]
           && (stub[HEAD] == 0xba || stub[HEAD] == 0x64);
}

static void put(BYTE head[HEAD], BYTE operation, ULONG operand)
{
    head[0] = operation;
    memcpy(head + 1, &operand, sizeof operand);
}

void stub_put_original(BYTE *at, const BYTE *stub)
{
    memcpy(at, stub, HEAD);
    put(at + HEAD, JUMP, (ULONG)((stub + HEAD) - (at + 2 * HEAD)));
}

BOOLEAN stub_reaches(const BYTE *stub, const BYTE *to)
{
    (void)stub;
    (void)to;
    return TRUE;
}

/* It may cross a cache line: whoever comes meanwhile waits in a jump to itself, which is one store as is its end. */
static void set_head(BYTE *stub, const BYTE head[HEAD])
{
    const USHORT wait = 0xfeeb;
    USHORT begin;

    memcpy(&begin, head, sizeof begin);
    __atomic_store_n((USHORT *)(void *)stub, wait, __ATOMIC_SEQ_CST);
    __atomic_store_n(stub + 2, head[2], __ATOMIC_RELEASE);
    __atomic_store_n(stub + 3, head[3], __ATOMIC_RELEASE);
    __atomic_store_n(stub + 4, head[4], __ATOMIC_RELEASE);
    __atomic_store_n((USHORT *)(void *)stub, begin, __ATOMIC_SEQ_CST);
}

void stub_lead(BYTE *stub, const BYTE *to)
{
    BYTE head[HEAD];

    put(head, JUMP, (ULONG)(to - (stub + HEAD)));
    set_head(stub, head);
}

void stub_restore(BYTE *stub, const BYTE *original)
{
    set_head(stub, original);
}
