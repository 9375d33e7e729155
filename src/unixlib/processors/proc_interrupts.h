/* SPDX-License-Identifier: MIT */
/* How many interrupts each processor has taken, from /proc/interrupts, and how many softirqs, from /proc/softirqs. */
#ifndef CYCLETIME_UNIXLIB_PROC_INTERRUPTS_H
#define CYCLETIME_UNIXLIB_PROC_INTERRUPTS_H

#include "unixlib/processors/cpu_map.h"

/*
 * Each counts, for each processor of MAP, the interrupts of all kinds (from devices, timers and other processors) or the
 * softirqs. A CPU that is offline has 0. PROC is an open /proc, in which each call opens the text for itself: the text is
 * long (400 kB with 160 CPUs) and comes in pieces, and two readers of one open file would make the kernel write these anew
 * for each other. False: the text is not whole, and COUNTS is not changed.
 */
bool proc_interrupts_read(int proc, const struct cpu_map *map, uint64_t *counts);
bool proc_softirqs_read(int proc, const struct cpu_map *map, uint64_t *counts);

#endif
