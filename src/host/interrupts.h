/* SPDX-License-Identifier: MIT */
/* SIGINT on both ends of a lifeline (lifeline.h): a terminal sends it to both, kill(1) perhaps only to the one that offered
   it, who then passes it on. Each one that the holder gets it tells the other by a byte. */
#ifndef CYCLETIME_HOST_INTERRUPTS_H
#define CYCLETIME_HOST_INTERRUPTS_H

#include <stdbool.h>

/* The holder: LINE is a connection of its own, which stays open. False: nobody handles the signal, or it tells already. */
bool interrupts_tell(int line);

/* The other one, before it gets any. */
void interrupts_expect(void);

/* The same, for each interrupt that it got: LISTENER has the holder's connections waiting. Sends it the same unless it told
   of one since, or is about to. */
void interrupts_pass_on(int listener);

#endif
