/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_PROCESSOR_H
#define CYCLETIME_PROCESSOR_H

#include "../protocol/tick_rate.h"

uint64_t processor_tsc(void);
struct processor_id processor_cpuid(uint32_t leaf); /* subleaf 0 */

#endif
