/* SPDX-License-Identifier: MIT */
#include "processor.h"

#include <cpuid.h>

uint64_t processor_tsc(void)
{
    return __builtin_ia32_rdtsc();
}

struct processor_id processor_cpuid(uint32_t leaf)
{
    unsigned eax, ebx, ecx, edx;

    __cpuid_count(leaf, 0, eax, ebx, ecx, edx);
    return (struct processor_id){ eax, ebx, ecx, edx };
}
