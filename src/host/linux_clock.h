/* SPDX-License-Identifier: MIT */
/* The kernel's CPU clocks, in nanoseconds. */
#ifndef CYCLETIME_LINUX_CLOCK_H
#define CYCLETIME_LINUX_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct cpu_split {
    uint64_t total, kernel; /* nanoseconds; kernel is a part of the total */
};

/* FALSE: the kernel does not tell, as of a thread that has ended. */
bool linux_thread_clock(uint64_t *time);                  /* of the calling thread */
bool linux_clock_of_thread(uint32_t tid, uint64_t *time); /* of one of this process */
bool linux_process_clock(uint64_t *time);

bool linux_thread_times(struct cpu_split *times);
bool linux_thread_parts(uint64_t total, struct cpu_split *times); /* of a total that its clock has just shown */
bool linux_process_times(struct cpu_split *times);

/* Since Linux started: raw time knows neither NTP nor sleep, boot time both; and how much of that the machine slept. */
bool linux_raw_clock(uint64_t *time);
bool linux_boot_clock(uint64_t *time, uint64_t *asleep);

bool linux_time_since_boot(uint64_t *time);
bool linux_time_since_1970(uint64_t *time);

uint64_t linux_time(void);               /* since the machine started, the time it slept included; 0: not reported */
uint64_t linux_date(void);               /* 100 ns since 1601 */
bool linux_steady_clock(uint64_t *time); /* since some time, never set, without a system call */
bool linux_coarse_clock(uint64_t *time); /* since some time, in steps of a few milliseconds; read in 10 ns */

/* The quickest system call there is: what takes less makes none. */
bool linux_least_call(uint64_t *tid);

#endif
