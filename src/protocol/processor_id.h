/* SPDX-License-Identifier: MIT */
/* CPUID, which reports what the processor is and can do. */
#ifndef CYCLETIME_PROCESSOR_ID_H
#define CYCLETIME_PROCESSOR_ID_H

#include <cpuid.h>
#include <stdint.h>

struct processor_id {
    uint32_t eax, ebx, ecx, edx;
};

/* Reads subleaf 0 of the leaf. */
static inline struct processor_id processor_id_read(uint32_t leaf)
{
    struct processor_id id;

    __cpuid_count(leaf, 0, id.eax, id.ebx, id.ecx, id.edx);
    return id;
}

#endif
