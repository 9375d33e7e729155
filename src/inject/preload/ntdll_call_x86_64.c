/* SPDX-License-Identifier: MIT */
#include "inject/preload/ntdll.h"
#include "inject/preload/apc.h"

typedef uintptr_t linux_function(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
typedef uintptr_t WINDOWS windows_function(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

/* Each convention has its own function, and they differ in an assembler comment: GCC 12 would merge two calls that differ
   in their convention alone. */
#define ALONE(comment) __asm__ volatile("# " comment)

static __attribute__((noinline)) uintptr_t call_as_linux(void *function, const uintptr_t *all)
{
    ALONE("Linux");
    return ((linux_function *)function)(all[0], all[1], all[2], all[3], all[4], all[5]);
}

static __attribute__((noinline)) uintptr_t call_as_windows(void *function, const uintptr_t *all)
{
    ALONE("Windows");
    return ((windows_function *)function)(all[0], all[1], all[2], all[3], all[4], all[5]);
}

bool ntdll_call(const struct ntdll *ntdll, void *function, const uintptr_t all[6])
{
    return (int32_t)(ntdll->calls_as_linux ? call_as_linux(function, all) : call_as_windows(function, all)) >= 0;
}

/* Windows' convention passes arguments in rcx and rdx, with 32 bytes of the stack for the called function; Linux's in rdi
   and rsi. */
void ntdll_call_both(void *function, int64_t *as_linux, int64_t *as_windows)
{
    uintptr_t first = (uintptr_t)as_linux, second = 0, also_first = (uintptr_t)as_windows, also_second = 0;

    __asm__ volatile("mov %%rsp, %%rbx\n\t"
                     "and $-16, %%rsp\n\t"
                     "sub $160, %%rsp\n\t"
                     "call *%%rax\n\t"
                     "mov %%rbx, %%rsp"
                     : "+a"(function), "+D"(first), "+S"(second), "+c"(also_first), "+d"(also_second)
                     :
                     : "rbx", "r8", "r9", "r10", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
                       "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
}
