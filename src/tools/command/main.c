/* SPDX-License-Identifier: MIT */
/* The command bin/cycletime: its subcommands. */
#include "tools/command/command.h"
#include "tools/command/start/start.h"

#include <errno.h>

/* `words` begins with the subcommand, or with the command to run. */
static int run_subcommand(char **words)
{
    const char *name = words[0];
    char **arguments = words + 1;
    const bool is_bench = !strcmp(name, "bench"), is_status = !strcmp(name, "status"),
               is_version = !strcmp(name, "version") || !strcmp(name, "--version"),
               is_help = !strcmp(name, "help") || !strcmp(name, "--help") || !strcmp(name, "-h");
    int status;

    if (is_bench || is_status || is_version || is_help) {
        if (*arguments && (!strcmp(*arguments, "--help") || !strcmp(*arguments, "-h")))
            return print_help((char *[]){ is_version ? "version" : is_help ? "help" : words[0], NULL });
        if (is_help) return print_help(arguments);
        if (is_bench) {
            status = arguments_check_of_bench(arguments);
            return status ? status : tool_run("bench", arguments);
        }
        if (*arguments) return report_error(EXIT_FAILED, "%s: takes no arguments, not %s", name, *arguments);
        printf("cycletime%s %s\n", is_status ? "  " : "", VERSION);
        if (is_version) return 0;
        return fflush(stdout) ? EXIT_FAILED : tool_status();
    }
    if (!strcmp(name, "run") || !strcmp(name, "wrap") || !strcmp(name, "time")) return run_command(name, arguments);
    if (!strcmp(name, "env")) return print_variables(arguments);
    if (!strcmp(name, "top")) return tool_top(arguments);
    if (!strcmp(name, "counters")) return tool_run("counters", arguments);
    if (!strcmp(name, "--")) return run_command("run", words);
    if (*name == '-')
        return report_error(EXIT_FAILED,
                            "unknown option %s. Options come after a command, as in: cycletime run --verbose program.exe",
                            name);
    return run_command(NULL, words);
}

int main(int count, char **words)
{
    int status;

    if (wine_is_name(program_invocation_name)) return run_as_wine(words);
    if (count < 2) return print_help(NULL);
    status = run_subcommand(words + 1);
    if (!fflush(stdout) && !ferror(stdout)) return status;
    /* A pipe whose reader has ended needs no message. */
    return errno == EPIPE ? EXIT_FAILED : report_error(EXIT_FAILED, "the output cannot be written: %s", strerror(errno));
}
