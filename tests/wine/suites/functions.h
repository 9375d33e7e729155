/* SPDX-License-Identifier: MIT */
/* The parts of the program functions, and the child that it starts. Each part returns the number of failed tests. */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#include "run_process.h"
#include "support.h"

int own_time_tests(void);
int other_thread_tests(void);
int other_process_tests(void);
int cpu_time_tests(void);
int ended_tests(void);
int bad_handle_tests(void);
int output_tests(void);
int monotonic_tests(void);

/* A child that runs for MS milliseconds, says so, and then waits. */
void child_start(struct program *child, unsigned ms);

/* Returns the child's process times, as the child sees them now. */
struct times child_ask(struct program *child);

int child_main(unsigned ms);

#endif
