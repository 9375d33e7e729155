/* SPDX-License-Identifier: MIT */
/* The child that the program functions starts. */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "run_process.h"
#include "support.h"

/* A child that runs for MS milliseconds, says so, and then waits. */
void child_start(struct program *child, unsigned ms);

/* A child that has asked for its own times, so that other processes can ask about it. */
void child_start_asking(struct program *child);

/* Returns the child's process times, as the child sees them now. */
struct times child_ask(struct program *child);

#endif
