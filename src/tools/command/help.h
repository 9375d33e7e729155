/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_HELP_H
#define CYCLETIME_COMMAND_HELP_H

/* Prints what the subcommands in `names` do, or the whole help if there are none. `names` ends with NULL. Returns 0, or an
   exit code after a message on stderr. */
int print_help(char **names);

/* Prints the whole help to stderr, for a command line without a subcommand. */
int help_for_nothing(void);

#endif
