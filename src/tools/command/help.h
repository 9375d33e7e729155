/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_HELP_H
#define CYCLETIME_COMMAND_HELP_H

/* Prints what the subcommands in NAMES do; NAMES ends with NULL. If it has none, prints the whole help. Returns 0, or an
   exit code after a line on stderr. */
int help(char **names);

/* Prints the whole help to stderr, for a command line without a subcommand. */
int help_for_nothing(void);

#endif
