/* SPDX-License-Identifier: MIT */
/* Another thread holds a lock of this process, as one does that is suspended while it has it. */
#ifndef HELD_LOCK_H
#define HELD_LOCK_H

#include <windows.h>

enum held_lock { THE_HEAP, LOADERS_LOCK, PEBS_LOCK };

/* Returns when it is held. */
void hold_lock(enum held_lock lock);

/* Any thread may call this. */
void let_lock_go(void);

/* Lets it go if that has not been done, and waits until the thread has ended. */
void end_holder(void);

#endif
