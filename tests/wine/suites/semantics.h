/* SPDX-License-Identifier: MIT */
/* The parts of the program semantics. Each part returns the number of failed tests. */
#ifndef SEMANTICS_H
#define SEMANTICS_H

#include "launch.h"
#include "support.h"

int hooked_answers_tests(void);
int newer_tests(void);
int unchanged_tests(void);

#endif
