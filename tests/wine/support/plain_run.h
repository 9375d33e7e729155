/* SPDX-License-Identifier: MIT */
/* Running the plain programs, and reading what they say. */
#ifndef PLAIN_RUN_H
#define PLAIN_RUN_H

#include "launch.h"
#include "support.h"

/* Runs the program that lies beside this one, hooked, with MODE and the number of ticks in WORK_MS as its arguments. It
   must succeed. If MODE ran last, its output is used again, so that several tests in a row look at one run. */
void run_mode(const WCHAR *program, const WCHAR *mode, ULONG64 work_ms);

/* Returns the value in the line of that name in its output. */
ULONG64 reported(const char *who, const char *what);

/* Run the program, hooked or not, with our process id as its argument, and assert that it ended well. The result is valid
   until the next program runs. */
const struct outcome *plain_run_at(const WCHAR *path, BOOL hooked);
const struct outcome *plain_run(const WCHAR *program, BOOL hooked);

struct said {
    BOOL done;
    DWORD error;
    ULONG64 value;
};

/* The program's line of that name, which must be there. WHO: may be empty. */
struct said said(const struct outcome *outcome, const char *who, const char *what);

#endif
