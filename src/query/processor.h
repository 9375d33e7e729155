/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PROCESSOR_H
#define CYCLETIME_PROCESSOR_H

#include <windows.h>

struct processor_id {
    ULONG eax, ebx, ecx, edx;
};

ULONG64 processor_tsc(void);
struct processor_id processor_cpuid(ULONG leaf); /* subleaf 0 */

#endif
