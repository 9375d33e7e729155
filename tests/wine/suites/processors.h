/* SPDX-License-Identifier: MIT */
/* The parts of the program processors. Each part returns the number of failed tests. */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#include "support.h"

int length_rule_tests(void);
int processor_query_tests(void);
int idle_length_tests(void);
int idle_output_tests(void);
int idle_cycles_tests(void);
int system_cycles_tests(void);
int system_times_tests(void);
int processes_tests(void);

/* Prints how the idle cycle functions treat lengths in this process, with the length rule unset, or SET. */
int length_rule_child(BOOL set);

#endif
