/* SPDX-License-Identifier: MIT */
/* The instructions that tests replace. */
#include "library/query/query.h"

uint64_t cpu_read_tsc(void)
{
    return __builtin_ia32_rdtsc();
}

struct processor_id cpu_read_id(uint32_t leaf)
{
    return processor_id_read(leaf);
}
