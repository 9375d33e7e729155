/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_HELP_H
#define CYCLETIME_COMMAND_HELP_H

/* What the subcommands in NAMES do, NULL at their end; all and more where none is named. 0, or the exit code after one
   line. */
int help(char **names);

/* The whole on stderr, for who named none. */
int help_for_nothing(void);

#endif
