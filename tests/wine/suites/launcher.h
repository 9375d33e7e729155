/* SPDX-License-Identifier: MIT */
/* The parts of the program launcher. Each part returns the number of failed tests. */
#ifndef LAUNCHER_H
#define LAUNCHER_H

#include "launch.h"
#include "support.h"

int drop_in_tests(void);
int newer_tests(void);
int passed_on_tests(void);
int refused_tests(void);

#endif
