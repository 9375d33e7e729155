/* SPDX-License-Identifier: MIT */
#include "inject/hooks/machine.h"

/* Offsets wrap at 2^32, so they reach every address, and no jumps are needed. */
const ULONG near_jump_size = 0;

BOOLEAN near_reaches(const BYTE *base, const BYTE *at, SIZE_T size)
{
    (void)base;
    (void)at;
    (void)size;
    return TRUE;
}

PVOID near_allocate(const BYTE *base, SIZE_T size)
{
    (void)base;
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

PVOID near_jump(BYTE *at, PVOID function)
{
    (void)at;
    return function;
}

/* A stub is: mov eax, number; mov edx, address; call edx; ret bytes. In WoW64, and where 32-bit code has the same form as
   there, it is: mov eax, number; call fs:[0xc0]; ret bytes. The eight bytes that change begin with the number's last.
   Wine: stub-32. */
enum { CALL = 4 };
static const ULONG64 by_register = 0xd2ff00000000ba00, register_mask = 0xffff00000000ffff;
static const ULONG64 by_segment = 0x000000c015ff6400;

/* The eight bytes must lie in one cache line, or one store could not change them. */
ULONG64 *stub_call(BYTE *stub)
{
    ULONG64 call;

    memcpy(&call, stub + CALL, sizeof call);
    if (stub[0] != 0xb8 || stub[3] || stub[12] != 0xc2 || (ULONG_PTR)(stub + CALL) % 64 > 56) return NULL;
    return (call & register_mask) == by_register || call == by_segment ? (ULONG64 *)(PVOID)(stub + CALL) : NULL;
}

/* stub_call accepts no stub with a hook, since the shortest one reaches into the bytes that change. */
void stub_copy(BYTE *to, const BYTE *stub)
{
    memcpy(to, stub, STUB_SIZE);
}

PVOID stub_allocate(SIZE_T size)
{
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

/* The replacement removes as many arguments as it has. */
void stub_jump(void);
__asm__(".text\n"
        "_stub_jump:\n"
        "    pushl %ebp\n"
        "    movl %esp, %ebp\n"
        "    pushl 36(%ebp)\n"
        "    pushl 32(%ebp)\n"
        "    pushl 28(%ebp)\n"
        "    pushl 24(%ebp)\n"
        "    pushl 20(%ebp)\n"
        "    pushl 16(%ebp)\n"
        "    pushl 12(%ebp)\n"
        "    call *%eax\n"
        "    leave\n"
        "    ret\n");

/* The address of the code, which a call by memory reads, and behind it the code: mov eax, function; mov edx, stub_jump;
   jmp edx. */
struct __attribute__((packed)) jump_code {
    const BYTE *begin;
    BYTE move_function;
    PVOID function;
    BYTE move_jump;
    void (*jump)(void);
    BYTE leave[2];
};
_Static_assert(sizeof(struct jump_code) <= STUB_JUMP, "room");

/* In a call by memory the segment prefix fs becomes that of ds, the default. */
ULONG64 stub_put_jump(BYTE *at, PVOID function, ULONG64 call)
{
    BYTE *const begin = at + sizeof at;

    *(struct jump_code *)at = (struct jump_code){ begin, 0xb8, function, 0xba, stub_jump, { 0xff, 0xe2 } };
    if (call != by_segment) return (call & register_mask) | (ULONG64)(ULONG_PTR)begin << 16;
    return 0x15ff3e00 | (ULONG64)(ULONG_PTR)at << 32;
}
