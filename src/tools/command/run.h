/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_RUN_H
#define CYCLETIME_COMMAND_RUN_H

/* cycletime run, or SUBCOMMAND, another name of it, with ARGUMENTS, NULL at their end. Returns the exit code, or ends this
   process as the command ended. */
int run(const char *subcommand, char **arguments);

#endif
