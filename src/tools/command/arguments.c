/* SPDX-License-Identifier: MIT */
#include "tools/command/arguments.h"
#include "tools/command/message.h"

#include <string.h>

static bool take_option(const char *word, struct options *options)
{
    int i;

    if (!strcmp(word, "--help") || !strcmp(word, "-h")) return options->help = true;
    if (options->time && !strcmp(word, "--json")) return options->json = true;
    if (!strcmp(word, "--best-effort")) {
        options->flags &= ~(uint32_t)RUN_MUST;
        return true;
    }
    for (i = 0; i < RUN_OPTIONS; i++) {
        if (run_options[i].flag & (RUN_MUST | RUN_OFF) || strncmp(word, "--", 2) != 0) continue;
        if (strcmp(word + 2, run_options[i].word) != 0) continue;
        options->flags |= run_options[i].flag;
        return true;
    }
    return false;
}

int arguments_read(const char *subcommand, char **arguments, struct options *options)
{
    bool is_output;

    *options = (struct options){ .flags = RUN_MUST, .time = !strcmp(subcommand, "time") };
    for (; *arguments && **arguments == '-' && !options->help; arguments++) {
        if (!strcmp(*arguments, "--")) {
            arguments++;
            break;
        }
        is_output = options->time && !strcmp(*arguments, "--output");
        if (is_output && !arguments[1])
            return report_error(EXIT_FAILED, "%s: --output needs a FILE. See: cycletime help %s", subcommand, subcommand);
        if (is_output) options->output = *++arguments;
        else if (!take_option(*arguments, options))
            return report_error(EXIT_FAILED, "%s: unknown option %s. See: cycletime help %s", subcommand, *arguments,
                                subcommand);
    }
    options->command = arguments;
    return 0;
}
