/* SPDX-License-Identifier: MIT */
/* Built from the installed tree as a user's program is. Returns 42 when both functions answer; Wine alone has neither. */
#include <cycletime.h>

int main(void) {
    ULONG64 cycles, cycles_per_second;

    if (!QueryThreadCycleTime(GetCurrentThread(), &cycles))
        return 1;
    if (!CycletimeQueryFrequency(&cycles_per_second))
        return 2;
    return 42;
}
