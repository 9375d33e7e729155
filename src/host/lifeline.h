/* SPDX-License-Identifier: MIT */
/* A process that ends when another one does, however that ends. */
#ifndef CYCLETIME_LIFELINE_H
#define CYCLETIME_LIFELINE_H

#include <stdbool.h>
#include <stdint.h>

/* Others may hold on to this process by the name. */
bool lifeline_offer(uint32_t *name);

/* This process got an interrupt (SIGINT): so does the holder, unless it has got it itself. */
void lifeline_pass_interrupt(void);

/* This process ends with the last one that has the named pipe PATH open for writing; the name is removed, and its folder.
   False: there is none, or no such pipe. */
bool lifeline_hold_pipe(const char *path);

/* This process ends with the one that offered the name. False: that has ended, or there never was one. */
bool lifeline_hold(uint32_t name);

#endif
