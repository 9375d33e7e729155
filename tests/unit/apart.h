/* SPDX-License-Identifier: MIT */
/* Every test in a process of its own: what src/ remembers (source, rate, monotonic cache) lives as long as one. */
#ifndef CYCLETIME_UNIT_APART_H
#define CYCLETIME_UNIT_APART_H

#include "cases.h"

/* Runs every test of the program. Returns the exit code of main(). A program without a main() has one that calls this. */
int run_apart(void);

#endif
