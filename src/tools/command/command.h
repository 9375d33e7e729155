/* SPDX-License-Identifier: MIT */
/* The subcommands of the command. ARGUMENTS end with NULL; each function returns the exit code. */
#ifndef CYCLETIME_COMMAND_H
#define CYCLETIME_COMMAND_H

/* Runs `cycletime run`, `wrap` or `time`, which `subcommand` names; NULL means run, where the user named no subcommand.
   May end this process as the command ended. */
int run_command(const char *subcommand, char **arguments);

/* Does what Wine's command does with these words, the first of which is its name, but as `cycletime run`. Returns as
   run_command. */
int run_as_wine(char **words);

/* Prints for `cycletime env` the variables by which processes get the preload library. */
int print_variables(char **arguments);

/* Executes cycletime-NAME.exe of the tree, the benchmark or the counters, in place of this process. */
int tool_run(const char *name, char **arguments);

/* Prints what the setup can do. What Wine itself writes is only shown if this fails, or if WINEDEBUG asks for it. */
int tool_status(void);
int tool_top(char **arguments);

/* Prints what the subcommands in `names` do, or the whole help if there are none; for "runners", lines for build tools.
   `names` ends with NULL. If `names` is NULL, prints the usage to stderr, for a command line without a subcommand. Returns
   0, or an exit code after a message on stderr. */
int print_help(char **names);

/* Returns the name of the subcommand that WORD may stand for: one letter is wrong, missing or too many, two have changed
   places, or WORD is its beginning, of three letters at least. In malloc's memory; NULL: there is none. */
char *subcommand_like(const char *word);

#endif
