/* SPDX-License-Identifier: MIT */
/* The command bin/cycletime: its subcommands. */
#include "tools/command/command.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_word(const char *word, const char *name)
{
    return !strcmp(word, name);
}

/* Reports a failure to write stdout, unless it is a pipe whose reader has ended. */
static int flush_output(int status)
{
    if (!fflush(stdout) && !ferror(stdout)) return status;
    return errno == EPIPE ? EXIT_FAILED : report_error(EXIT_FAILED, "the output cannot be written: %s", strerror(errno));
}

static int print_version(void)
{
    printf("cycletime %s\n", VERSION);
    return 0;
}

static int print_status(void)
{
    printf("cycletime   %s\n", VERSION);
    return fflush(stdout) ? EXIT_FAILED : tool_status();
}

/* Returns 0, or the exit code after one line on stderr. */
static int check_bench(char **arguments)
{
    for (; *arguments; arguments++) {
        if (is_word(*arguments, "--json")) continue;
        if (!is_word(*arguments, "--svg")) return report_unknown_option("bench", *arguments);
        if (!*++arguments) return report_missing_value("bench", "--svg");
    }
    return 0;
}

static int run_bench(char **arguments)
{
    const int status = check_bench(arguments);

    return status ? status : tool_bench(arguments);
}

static bool is_help(const char *text)
{
    return is_word(text, "help") || is_word(text, "--help") || is_word(text, "-h");
}

/* Runs a subcommand that reads all its words here. Returns -1 for another word. */
static int run_simple(const char *subcommand, char **arguments)
{
    const bool is_bench = is_word(subcommand, "bench"), is_status = is_word(subcommand, "status"),
               is_version = is_word(subcommand, "version") || is_word(subcommand, "--version");

    if (!is_bench && !is_status && !is_version && !is_help(subcommand)) return -1;
    if (*arguments && **arguments == '-' && is_help(*arguments))
        return print_help((char *[]){ is_bench ? "bench" : is_status ? "status" : is_version ? "version" : "help", NULL });
    if (is_help(subcommand)) return print_help(arguments);
    if (is_bench) return run_bench(arguments);
    if (*arguments) return report_error(EXIT_FAILED, "%s: takes no arguments, not %s", subcommand, *arguments);
    return is_status ? print_status() : print_version();
}

/* `words` begins with the subcommand, or with the command to run. */
static int run_subcommand(char **words)
{
    const char *subcommand = words[0];
    char **arguments = words + 1;
    const int status = run_simple(subcommand, arguments);

    if (status >= 0) return status;
    if (is_word(subcommand, "run") || is_word(subcommand, "wrap") || is_word(subcommand, "time"))
        return run_command(subcommand, arguments);
    if (is_word(subcommand, "env")) return environment_print(arguments);
    if (is_word(subcommand, "top")) return tool_top(arguments);
    if (is_word(subcommand, "counters")) return tool_counters(arguments);
    if (is_word(subcommand, "--")) return run_command("run", words);
    if (*subcommand == '-')
        return report_error(EXIT_FAILED,
                            "unknown option %s. Options come after a command, as in: cycletime run --verbose program.exe",
                            subcommand);
    return run_command(NULL, words);
}

int main(int count, char **words)
{
    if (wine_is_own_name()) return run_as_wine(words);
    return count > 1 ? flush_output(run_subcommand(words + 1)) : help_for_nothing();
}
