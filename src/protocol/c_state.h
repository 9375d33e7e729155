/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_C_STATE_H
#define CYCLETIME_C_STATE_H

#include <stdint.h>

/* The C-state's number in a name of cpuidle's: "C6", "C1E", "C3_ACPI". 0: it names none. Numbers above 99 are
   cut. */
static inline uint32_t c_state_of(const char *name)
{
    uint32_t number = 0, i;

    if (name[0] != 'C') return 0;
    for (i = 1; name[i] >= '0' && name[i] <= '9' && number <= 99; i++) number = number * 10 + (uint32_t)(name[i] - '0');
    return number;
}

#endif
