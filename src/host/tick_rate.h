/* SPDX-License-Identifier: MIT */
/* The rate of the time-stamp counter on this machine. */
#ifndef CYCLETIME_HOST_TICK_RATE_H
#define CYCLETIME_HOST_TICK_RATE_H

#include <stdint.h>

/* Ticks a second, as kept since they were found out in this boot (boot_facts.h), where the counter goes at that rate now;
   else found out anew, in 5 ms. 0: the clocks of this machine do not allow to tell. FOLDER: NULL, or for a
   test where that is kept. */
uint64_t tick_rate(const char *folder);

#endif
