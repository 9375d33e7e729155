/* SPDX-License-Identifier: MIT */
/* The options of run and time. */
#ifndef CYCLETIME_COMMAND_ARGUMENTS_H
#define CYCLETIME_COMMAND_ARGUMENTS_H

#include "protocol/run_options.h"

#include <stdbool.h>

struct options {
    uint32_t flags; /* RUN_... */
    bool help;
    bool time, json; /* a list of all that ran, as a table or an object */
    char *output;    /* the list's file; NULL: stderr */
    uint64_t run;    /* number of the list; 0: there is none */
    char **command;  /* the words behind the options, NULL at their end */
};

/* Reads the ARGUMENTS behind SUBCOMMAND, NULL at their end. Returns 0, or the exit code after one line on stderr. */
int arguments_read(const char *subcommand, char **arguments, struct options *options);

#endif
