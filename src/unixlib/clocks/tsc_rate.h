/* SPDX-License-Identifier: MIT */
/* The rate of the time-stamp counter on this machine. */
#ifndef CYCLETIME_UNIXLIB_TSC_RATE_H
#define CYCLETIME_UNIXLIB_TSC_RATE_H

#include <stdint.h>

/* Returns the ticks a second that were measured in this boot and kept (boot_cache.h), if the TSC still has that rate;
   else measures them anew, in 5 ms. 0: this machine's clocks do not show the rate. FOLDER: NULL, or for a test the
   folder of the file. */
uint64_t tsc_rate_get(const char *folder);

#endif
