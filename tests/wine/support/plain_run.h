/* SPDX-License-Identifier: MIT */
/* Running the plain programs, and reading what they say. */
#ifndef PLAIN_RUN_H
#define PLAIN_RUN_H

#include "launch.h"
#include "support.h"

/* Runs the program beside us hooked, as " MODE TICKS", for so many ticks as are WORK_MS. It must succeed. A MODE that was
   the last one run is not run again: several tests in a row look at one run. */
void run_mode(const WCHAR *program, const WCHAR *mode, ULONG64 work_ms);

/* The value in a line of what it printed. */
ULONG64 reported(const char *who, const char *what);

/* Gives it our process id, and looks at its end. A program at a path, or beside us, HOOKED or as it is. */
void plain_run_at(const WCHAR *path, BOOL hooked, struct outcome *outcome);
void plain_run(const WCHAR *program, BOOL hooked, struct outcome *outcome);

struct said {
    BOOL done;
    DWORD error;
    ULONG64 value;
};

/* The program's line of that name, which must be there. WHO: may be empty. */
struct said said(const struct outcome *outcome, const char *who, const char *what);

#endif
