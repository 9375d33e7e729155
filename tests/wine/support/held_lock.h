/* SPDX-License-Identifier: MIT */
/* A thread that holds a lock of this process, like one that was suspended while it had it. */
#ifndef HELD_LOCK_H
#define HELD_LOCK_H

#include <windows.h>

enum held_lock { THE_HEAP, LOADERS_LOCK, PEBS_LOCK };

/* Returns when it is held. */
void hold_lock(enum held_lock lock);

/* Any thread may call this. */
void let_lock_go(void);

/* Lets the lock go, unless let_lock_go() has done so, and waits until its holder has ended. */
void end_holder(void);

#endif
