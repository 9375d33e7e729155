/* SPDX-License-Identifier: MIT */
/* How many interrupts each processor has taken, from /proc/interrupts, and how many softirqs, from /proc/softirqs. */
#ifndef CYCLETIME_HOST_PROC_INTERRUPTS_H
#define CYCLETIME_HOST_PROC_INTERRUPTS_H

#include "cpu_map.h"

/*
 * Counts, for each processor of MAP, those of all kinds: of devices, timers, other processors. A CPU that is off counts
 * 0. PROC is an open /proc: the text is long (400 kB with 160 CPUs) and comes in pieces, which two readers of one open
 * file would have the kernel write anew for each other, so each reading opens it for itself.
 * False, and COUNTS untouched: there is no whole text.
 */
bool proc_interrupts_read(int proc, const struct cpu_map *map, uint64_t *counts);
bool proc_softirqs_read(int proc, const struct cpu_map *map, uint64_t *counts);

#endif
