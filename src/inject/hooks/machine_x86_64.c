/* SPDX-License-Identifier: MIT */
#include "inject/hooks/machine.h"
#include "library/nt/calls.h"

enum { GRANULARITY = 0x10000 };
static const SIZE_T farthest = 0xffff0000;

const ULONG near_jump_size = 16;

BOOLEAN near_reaches(const BYTE *base, const BYTE *at, SIZE_T size)
{
    return at >= base && size <= farthest && (SIZE_T)(at - base) <= farthest - size;
}

/* Searches the addresses behind the module, where memory is likely to be free. What the system takes for free may be in use
   by Linux, at the begin of a region or at its end. */
PVOID near_allocate(const BYTE *base, SIZE_T size)
{
    const IMAGE_DOS_HEADER *dos = (const IMAGE_DOS_HEADER *)base;
    const IMAGE_NT_HEADERS *nt = (const IMAGE_NT_HEADERS *)(base + dos->e_lfanew);
    const ULONG_PTR end = (ULONG_PTR)base + farthest - size;
    ULONG_PTR at = (ULONG_PTR)base + nt->OptionalHeader.SizeOfImage, free, last;
    MEMORY_BASIC_INFORMATION info;
    PVOID block;

    while (at < end && VirtualQuery((PVOID)at, &info, sizeof info)) {
        free = ((ULONG_PTR)info.BaseAddress + GRANULARITY - 1) & ~(ULONG_PTR)(GRANULARITY - 1);
        at = (ULONG_PTR)info.BaseAddress + info.RegionSize;
        if (info.State != MEM_FREE || free >= end || free + size > at) continue;
        last = (at - size < end ? at - size : end) & ~(ULONG_PTR)(GRANULARITY - 1);
        block = VirtualAlloc((PVOID)free, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        if (!block && last > free) block = VirtualAlloc((PVOID)last, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        if (block) return block;
    }
    return NULL;
}

/* Writes jmp [rip + 0], and the address behind it. */
PVOID near_jump(BYTE *at, PVOID function)
{
    static const BYTE jump[6] = { 0xff, 0x25 };

    memcpy(at, jump, sizeof jump);
    memcpy(at + sizeof jump, &function, sizeof function);
    return at;
}

/* A stub is: mov r10, rcx; mov eax, number; test byte [0x7ffe0308], 1; jne ...; syscall; ret; jmp ...; ret; call [address];
   ret. It is the same from Wine 8 to 11, since programs check what follows the test. Wine: stub. */
enum { NUMBER = 4, CALL = 24, ADDRESS = CALL + 3 };
static const BYTE form[STUB_SIZE] = { 0x4c, 0x8b, 0xd1, 0xb8, 0,    0,    0,    0,    0xf6, 0x04, 0x25,
                                      0x08, 0x03, 0xfe, 0x7f, 0x01, 0x75, 0x03, 0x0f, 0x05, 0xc3, 0xeb,
                                      0x01, 0xc3, 0xff, 0x14, 0x25, 0,    0,    0,    0,    0xc3 };

/* A program's hook changes up to HOOK bytes. */
enum { HOOK = 16, MOST_DISTANCE = 64 };

/* The number, of which two bytes are in use, and the address may differ. */
static BOOLEAN has_form(const BYTE *stub, ULONG begin)
{
    ULONG i;

    for (i = begin; i < STUB_SIZE; i++)
        if (stub[i] != form[i] && i - NUMBER >= 2 && i - ADDRESS >= sizeof(ULONG)) return FALSE;
    return TRUE;
}

static USHORT stub_number(const BYTE *stub)
{
    return (USHORT)(stub[NUMBER] | stub[NUMBER + 1] << 8);
}

/* Finds the nearest stub without a hook, in steps of STEP bytes. The stubs lie one after the other. */
static const BYTE *find_whole(const BYTE *stub, int step)
{
    int distance;

    for (distance = 0; distance < MOST_DISTANCE && has_form(stub, HOOK); distance++, stub += step)
        if (has_form(stub, 0)) return stub;
    return NULL;
}

/* Wine up to 10 counts the stubs in their order. The stubs before and after a hooked one show whether that is so here.
   Wine: stub-numbers. */
static BOOLEAN find_number(const BYTE *stub, USHORT *number)
{
    const BYTE *const before = find_whole(stub, -STUB_SIZE), *const after = find_whole(stub, STUB_SIZE);

    if (!before || !after || stub_number(after) - stub_number(before) != (after - before) / STUB_SIZE) return FALSE;
    *number = (USHORT)(stub_number(before) + (stub - before) / STUB_SIZE);
    return TRUE;
}

ULONG64 *stub_call(BYTE *stub)
{
    const volatile BYTE *const calls_wine = (const volatile BYTE *)(ULONG_PTR)0x7ffe0308;
    USHORT number;

    if ((ULONG_PTR)stub % sizeof(ULONG64) || !has_form(stub, HOOK) || !find_number(stub, &number)) return NULL;
    return *calls_wine & 1 ? (ULONG64 *)(PVOID)(stub + CALL) : NULL;
}

void stub_copy(BYTE *to, const BYTE *stub)
{
    USHORT number = 0;

    find_number(stub, &number);
    memcpy(to, form, HOOK);
    memcpy(to + NUMBER, &number, sizeof number);
    memcpy(to + HOOK, stub + HOOK, STUB_SIZE - HOOK);
}

/* The address in the stub's call has 31 bits. */
PVOID stub_allocate(SIZE_T size)
{
    PVOID block = NULL;

    return NT_SUCCESS(nt_calls()->NtAllocateVirtualMemory(NT_CURRENT_PROCESS, &block, 1, &size,
                                                          MEM_RESERVE | MEM_COMMIT | MEM_TOP_DOWN, PAGE_READWRITE))
               ? block
               : NULL;
}

void stub_jump(void);
__asm__(".text\n"
        "    .def stub_jump; .scl 2; .type 32; .endef\n"
        "    .seh_proc stub_jump\n"
        "stub_jump:\n"
        "    subq $0x40, %rsp\n"
        "    .seh_stackalloc 0x40\n"
        "    .seh_endprologue\n"
        "    movq 0x70(%rsp), %r10\n"
        "    movq %r10, 0x20(%rsp)\n"
        "    movq 0x78(%rsp), %r10\n"
        "    movq %r10, 0x28(%rsp)\n"
        "    movq 0x80(%rsp), %r10\n"
        "    movq %r10, 0x30(%rsp)\n"
        "    call *%rax\n"
        "    addq $0x40, %rsp\n"
        "    ret\n"
        "    .seh_endproc\n");

/* The address of the code, which the stub's call reads, and behind it the code: mov rax, function; mov r10, stub_jump;
   jmp r10. */
struct __attribute__((packed)) jump_code {
    const BYTE *begin;
    BYTE move_function[2];
    PVOID function;
    BYTE move_jump[2];
    void (*jump)(void);
    BYTE leave[3];
};
_Static_assert(sizeof(struct jump_code) <= STUB_JUMP, "room");

ULONG64 stub_put_jump(BYTE *at, PVOID function, ULONG64 call)
{
    *(struct jump_code *)at =
        (struct jump_code){ at + sizeof at, { 0x48, 0xb8 }, function, { 0x49, 0xba }, stub_jump, { 0x41, 0xff, 0xe2 } };
    return (call & 0xff00000000ffffff) | (ULONG64)(ULONG_PTR)at << 24;
}
