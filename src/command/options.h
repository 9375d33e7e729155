/* SPDX-License-Identifier: MIT */
/* The options of run. */
#ifndef CYCLETIME_COMMAND_OPTIONS_H
#define CYCLETIME_COMMAND_OPTIONS_H

#include <stdbool.h>

struct options {
    bool no_children, no_nt, fast_clock, best_effort, verbose, quiet;
    bool help;
    char **command; /* what stands behind them, NULL at its end */
};

/* ARGUMENTS behind SUBCOMMAND, NULL at their end. 0, or the exit code after one line. */
int options_read(const char *subcommand, char **arguments, struct options *options);

#endif
