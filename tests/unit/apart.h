/* SPDX-License-Identifier: MIT */
/* cmocka, with every test in a process of its own: what src/ remembers (source, rate, monotonic cache) lives as long as
   one. */
#ifndef CYCLETIME_UNIT_APART_H
#define CYCLETIME_UNIT_APART_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Prints why, and skips the test. */
#define SKIP_BECAUSE(reason) do { print_message("skipped: %s\n", reason); skip(); } while (0)

/* Returns the exit code of main(). */
int run_apart(const struct CMUnitTest *tests, size_t count);

#define RUN_APART(tests) run_apart(tests, sizeof(tests) / sizeof *(tests))

#endif
