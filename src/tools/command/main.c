/* SPDX-License-Identifier: MIT */
/* The command bin/cycletime. */
#include "tools/command/complaint.h"
#include "tools/command/help.h"
#include "tools/command/run.h"
#include "tools/command/tool.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Reports a failure to write stdout, unless it is a pipe whose reader has ended. */
static int finish(int status)
{
    if (!fflush(stdout) && !ferror(stdout)) return status;
    return errno == EPIPE ? EXIT_FAILED : fail(EXIT_FAILED, "the output cannot be written: %s", strerror(errno));
}

static int version(void)
{
    printf("cycletime %s\n", VERSION);
    return 0;
}

static int status(char **arguments)
{
    static char *asked[] = { "--status", NULL };

    if (*arguments) return fail(EXIT_FAILED, "status: takes no arguments, not %s", *arguments);
    printf("cycletime   %s\n", VERSION);
    return fflush(stdout) ? EXIT_FAILED : tool_bench(asked);
}

static bool is(const char *word, const char *name)
{
    return !strcmp(word, name);
}

/* `words` begins with the subcommand, or with the command to run. */
static int act(char **words)
{
    const char *subcommand = words[0];
    char **arguments = words + 1;

    if (is(subcommand, "run") || is(subcommand, "wrap") || is(subcommand, "time")) return run(subcommand, arguments);
    if (is(subcommand, "status")) return status(arguments);
    if (is(subcommand, "bench")) return tool_bench(arguments);
    if (is(subcommand, "top")) return tool_top(arguments);
    if (is(subcommand, "counters")) return tool_counters(arguments);
    if (is(subcommand, "help") || is(subcommand, "--help") || is(subcommand, "-h")) return help(arguments);
    if (is(subcommand, "version") || is(subcommand, "--version")) return version();
    if (is(subcommand, "--")) return run("run", words);
    if (*subcommand == '-')
        return fail(EXIT_FAILED,
                    "unknown option %s. Options come after a command, as in: cycletime run --verbose program.exe",
                    subcommand);
    return run(NULL, words);
}

int main(int count, char **words)
{
    return count > 1 ? finish(act(words + 1)) : help_for_nothing();
}
