/* SPDX-License-Identifier: MIT */
/* The parts of the program children share these declarations. */
#ifndef CHILDREN_H
#define CHILDREN_H

#include "launch.h"
#include "support.h"

/* Runs family.exe with ARGUMENTS, hooked with these WORDS (launch.h); NULL: as it is. */
void run_family(const WCHAR *words, const WCHAR *arguments, struct outcome *outcome);

/* Runs family.exe, and returns how often TEXT stands in its output. */
unsigned count_in_family(const WCHAR *words, const WCHAR *arguments, const char *text);

/* Runs family.exe, and asserts that it prints TEXT, and nothing to its standard error. */
void assert_prints(const WCHAR *words, const WCHAR *arguments, const char *text);

/* Runs family.exe alone and hooked. What it does and prints must be the same but for HOOKED places in which
   it says "plain" alone. */
void assert_same_but_hooked(const WCHAR *arguments, unsigned hooked);

/* The same for other programs. DIRECTORY may be NULL. */
void assert_program_same_but_hooked(const WCHAR *program, const WCHAR *arguments, const WCHAR *directory,
                                     unsigned hooked);

/* Defines a test that only asserts that family.exe does the same and is hooked. */
#define SAME_TEST(name, arguments, hooked) TEST(name) { assert_same_but_hooked(arguments, hooked); }

#endif
