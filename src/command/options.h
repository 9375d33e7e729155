/* SPDX-License-Identifier: MIT */
/* The options of run and time. */
#ifndef CYCLETIME_COMMAND_OPTIONS_H
#define CYCLETIME_COMMAND_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct options {
    bool no_children, no_nt, fast_clock, best_effort, verbose, quiet;
    bool help;
    bool time, json; /* a list of all that ran, as a table or an object */
    char *output;    /* the file that it goes to; NULL: stderr */
    uint64_t run;    /* the number of that list; 0: there is none */
    char **command;  /* what stands behind them, NULL at its end */
};

/* ARGUMENTS behind SUBCOMMAND, NULL at their end. 0, or the exit code after one line. */
int options_read(const char *subcommand, char **arguments, struct options *options);

#endif
