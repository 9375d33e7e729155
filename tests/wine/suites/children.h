/* SPDX-License-Identifier: MIT */
/* The parts of the program children. Each part returns the number of failed tests. */
#ifndef CHILDREN_H
#define CHILDREN_H

#include "launch.h"
#include "support.h"

int call_tests(void);
int begin_tests(void);
int given_tests(void);
int failure_tests(void);
int option_tests(void);

/* Runs family.exe with ARGUMENTS, hooked with these WORDS (launch.h); NULL: as it is. */
void run_family(const WCHAR *words, const WCHAR *arguments, struct outcome *outcome);

/* How often TEXT stands in what it printed. */
unsigned count_of(const struct outcome *outcome, const char *text);

/* Runs family.exe alone and hooked. What it does and prints must be the same but for HOOKED places in which
   it says "plain" alone. */
void assert_same_but_hooked(const WCHAR *arguments, unsigned hooked);

/* The same for other programs. DIRECTORY may be NULL. */
void assert_program_same_but_hooked(const WCHAR *program, const WCHAR *arguments, const WCHAR *directory,
                                     unsigned hooked);

void write_file(const WCHAR *path, const void *bytes, DWORD count);
BYTE *read_file(const WCHAR *path, DWORD *count);

#endif
