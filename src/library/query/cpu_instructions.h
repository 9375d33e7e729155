/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_CPU_INSTRUCTIONS_H
#define CYCLETIME_CPU_INSTRUCTIONS_H

#include "protocol/processor_id.h"

uint64_t processor_tsc(void);
struct processor_id processor_cpuid(uint32_t leaf); /* subleaf 0 */

#endif
