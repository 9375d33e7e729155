/* SPDX-License-Identifier: MIT */
/* The parts of the program call_paths. Each part returns the number of failed tests. */
#ifndef CALL_PATHS_H
#define CALL_PATHS_H

int unaware_tests(void);
int patched_tests(void);
int missing_tests(void);
int aware_tests(void);

#endif
