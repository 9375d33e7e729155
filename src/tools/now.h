/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_NOW_H
#define CYCLETIME_NOW_H

#include <stdint.h>

/* Returns the time since some moment, in 100 ns. */
uint64_t read_clock(void);

/* Returns how many milliseconds are left until DUE, a time of read_clock(), rounded up; 0 if DUE has passed. */
uint32_t sleep_until(uint64_t due);

#endif
