/* SPDX-License-Identifier: MIT */
/* The parts of the program ways. Each part returns the number of failed tests. */
#ifndef WAYS_H
#define WAYS_H

int unaware_tests(void);
int patched_tests(void);
int missing_tests(void);
int aware_tests(void);

#endif
