/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COMMAND_RUN_H
#define CYCLETIME_COMMAND_RUN_H

/* Runs `cycletime run`, `wrap` or `time`, which `subcommand` names; NULL means run, where the user named no subcommand.
   `arguments` ends with NULL. Returns the exit code, or ends this process as the command ended. */
int run_command(const char *subcommand, char **arguments);

#endif
