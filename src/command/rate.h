/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_RATE_H
#define CYCLETIME_COMMAND_RATE_H

#include <stdint.h>

/* Ticks of the processor's counter in a second, as src/query/cycle_rate.c has them: reported, else measured, which takes 20
   ms. 0: the clocks of this machine do not allow to tell. */
uint64_t rate(void);

#endif
