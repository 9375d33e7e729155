/* SPDX-License-Identifier: MIT */
/* The instructions that tests replace. */
#include "library/query/query.h"

uint64_t processor_tsc(void)
{
    return __builtin_ia32_rdtsc();
}

struct processor_id processor_cpuid(uint32_t leaf)
{
    return processor_id_read(leaf);
}
