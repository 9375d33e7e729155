/* SPDX-License-Identifier: MIT */
/* The CPU time of a live process, by its Linux pid. Whether it is the process that is meant the caller has to know. */
#ifndef CYCLETIME_HOST_OTHER_PROCESS_H
#define CYCLETIME_HOST_OTHER_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Of all its threads, ended ones included, exact, in ns. False: there is no such process. */
bool other_process_total(pid_t pid, uint64_t *total);

/* Its user and system time in the kernel's own ratio, which moves in 10 ms. False: it is not reported, or both are 0. */
bool other_process_ratio(pid_t pid, uint64_t *user, uint64_t *system);

#endif
