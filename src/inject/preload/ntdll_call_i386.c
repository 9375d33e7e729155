/* SPDX-License-Identifier: MIT */
/* Wine 8's functions remove their arguments from the stack, Wine 10's leave that to the caller: so the caller restores the
   stack pointer. */
#include "inject/preload/ntdll.h"

bool ntdll_call(const struct ntdll *ntdll, void *function, const uintptr_t all[6])
{
    int32_t result;

    (void)ntdll;
    __asm__ volatile("mov %%esp, %%edi\n\t"
                     "sub $8, %%esp\n\t"
                     "and $-16, %%esp\n\t"
                     "sub $8, %%esp\n\t"
                     "push 20(%%esi)\n\t"
                     "push 16(%%esi)\n\t"
                     "push 12(%%esi)\n\t"
                     "push 8(%%esi)\n\t"
                     "push 4(%%esi)\n\t"
                     "push (%%esi)\n\t"
                     "call *%%eax\n\t"
                     "mov %%edi, %%esp"
                     : "=a"(result)
                     : "a"(function), "S"(all)
                     : "edi", "ecx", "edx", "memory", "cc");
    return result >= 0;
}

void ntdll_call_both(void *function, int64_t *as_linux, int64_t *as_windows)
{
    const uintptr_t arguments[6] = { (uintptr_t)as_linux };

    (void)as_windows;
    ntdll_call(NULL, function, arguments);
}
