/* SPDX-License-Identifier: MIT */
/* Reads the options of run, time and env. */
#include "tools/command/command.h"

#include <stdbool.h>
#include <string.h>

static bool take_option(const char *word, struct options *options)
{
    int i;

    if (!strcmp(word, "--help") || !strcmp(word, "-h")) return options->help = true;
    if (options->time && !strcmp(word, "--json")) return options->json = true;
    if (options->time && !strcmp(word, "--all")) return options->all = true;
    if (options->env && !strcmp(word, "--plain")) return options->plain = true;
    if (!strcmp(word, "--best-effort")) {
        options->flags &= ~(uint32_t)RUN_MUST;
        return true;
    }
    for (i = 0; i < RUN_OPTIONS; i++) {
        if (run_options[i].flag & (RUN_MUST | RUN_OFF | RUN_32_BIT) || strncmp(word, "--", 2) != 0) continue;
        if (strcmp(word + 2, run_options[i].word) != 0) continue;
        options->flags |= run_options[i].flag;
        return true;
    }
    return false;
}

static bool is_seconds(const char *text)
{
    return *text && strlen(text) <= 5 && strspn(text, "0123456789") == strlen(text);
}

static const char keep_server[] = "--keep-server";

/* Returns where the value behind the option WORD belongs, or NULL if WORD takes none. */
static char **value_of(const char *word, struct options *options)
{
    if (options->time && !strcmp(word, "--output")) return &options->output;
    if (options->time && !strcmp(word, "--svg")) return &options->svg;
    return !strcmp(word, keep_server) ? &options->keep_server : NULL;
}

int report_missing_value(const char *subcommand, const char *option)
{
    return report_error(EXIT_FAILED, "%s: %s needs %s. See: cycletime help %s", subcommand, option,
                        !strcmp(option, keep_server) ? "a number of SECONDS" : "a FILE", subcommand);
}

int report_unknown_option(const char *subcommand, const char *option)
{
    return report_error(EXIT_FAILED, "%s: unknown option %s. See: cycletime help %s", subcommand, option, subcommand);
}

int arguments_read(const char *subcommand, char **arguments, struct options *options)
{
    char **value;

    *options =
        (struct options){ .flags = RUN_MUST, .time = !strcmp(subcommand, "time"), .env = !strcmp(subcommand, "env") };
    for (; *arguments && **arguments == '-' && !options->help; arguments++) {
        if (!strcmp(*arguments, "--")) {
            arguments++;
            break;
        }
        value = value_of(*arguments, options);
        if (value && !arguments[1]) return report_missing_value(subcommand, *arguments);
        if (value) *value = *++arguments;
        else if (!take_option(*arguments, options)) return report_unknown_option(subcommand, *arguments);
    }
    options->command = arguments;
    if (options->keep_server && !is_seconds(options->keep_server)) return report_missing_value(subcommand, keep_server);
    return 0;
}
