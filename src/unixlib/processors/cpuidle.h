/* SPDX-License-Identifier: MIT */
/* The idle states of a CPU as the kernel's cpuidle reports them. */
#ifndef CYCLETIME_UNIXLIB_CPUIDLE_H
#define CYCLETIME_UNIXLIB_CPUIDLE_H

#include <stdbool.h>
#include <stdint.h>

enum { CPUIDLE_MOST_STATES = 64 }; /* the kernel's own limit is 10 */

struct cpuidle_state {
    char name[16];               /* as long as the kernel's, ended by a 0 */
    uint64_t latency, residency; /* us: the time to leave the state; the time for which it is worth entering */
    uint64_t time;               /* us spent in it; a period is added when it ends */
    uint64_t usage;              /* how often it was entered */
};

/*
 * Returns the number of a CPU's idle states. CPUS is an open /sys/devices/system/cpu, CPU Linux' number of it. 0: there is
 * no cpuidle, no such CPU, or a state that is there cannot be read, so that it is not known how many follow.
 */
uint32_t cpuidle_count(int cpus, uint32_t cpu);

/* False, *STATE untouched: there is no such state, or one of its files has not the expected format. */
bool cpuidle_state(int cpus, uint32_t cpu, uint32_t index, struct cpuidle_state *state);

#endif
