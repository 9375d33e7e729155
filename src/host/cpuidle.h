/* SPDX-License-Identifier: MIT */
/* The idle states of a CPU as the kernel's cpuidle tells them. */
#ifndef CYCLETIME_HOST_CPUIDLE_H
#define CYCLETIME_HOST_CPUIDLE_H

#include <stdbool.h>
#include <stdint.h>

enum { CPUIDLE_MOST_STATES = 64 }; /* the kernel's own limit is 10 */

struct cpuidle_state {
    char name[16], description[32]; /* as long as the kernel's, ended by a 0 */
    uint64_t latency, residency;    /* us: to leave it; to be worth entering */
    uint64_t time;                  /* us spent in it; a period is added when it ends */
    uint64_t usage;                 /* how often it was entered */
    uint64_t disabled;              /* not 0: not entered any more, by whoever administers the machine */
};

/*
 * CPUS is an open /sys/devices/system/cpu, CPU Linux' number of it. The number of its states; 0: there is no cpuidle, no
 * such CPU, or a state that is there cannot be read, so that nobody knows how many follow.
 */
uint32_t cpuidle_count(int cpus, uint32_t cpu);

/* False, *STATE untouched: there is no such state, or one of its files is not as it should be. */
bool cpuidle_state(int cpus, uint32_t cpu, uint32_t index, struct cpuidle_state *state);

#endif
