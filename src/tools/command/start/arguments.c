/* SPDX-License-Identifier: MIT */
/* Reads the options of run, time and env, and checks those of bench. */
#include "tools/command/start/start.h"

static const char keep_server[] = "--keep-server";

static int report_missing_value(const char *subcommand, const char *option)
{
    return report_error(EXIT_FAILED, "%s: %s needs %s. See: cycletime help %s", subcommand, option,
                        !strcmp(option, keep_server) ? "a number of SECONDS" : "a FILE", subcommand);
}

static int report_unknown_option(const char *subcommand, const char *option)
{
    return report_error(EXIT_FAILED, "%s: unknown option %s. See: cycletime help %s", subcommand, option, subcommand);
}

static bool set_flag(const char *word, struct options *options)
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

int arguments_read(const char *subcommand, char **arguments, struct options *options)
{
    const bool is_time = !strcmp(subcommand, "time");
    const char *word, *seconds;

    *options = (struct options){ .flags = RUN_MUST, .time = is_time, .env = !strcmp(subcommand, "env") };
    for (; *arguments && **arguments == '-' && !options->help; arguments++) {
        char **value = NULL;

        word = *arguments;
        if (!strcmp(word, "--")) {
            arguments++;
            break;
        }
        if (is_time && !strcmp(word, "--output")) value = &options->output;
        else if (is_time && !strcmp(word, "--svg")) value = &options->svg;
        else if (!strcmp(word, keep_server)) value = &options->keep_server;
        if (value && !arguments[1]) return report_missing_value(subcommand, word);
        if (value) *value = *++arguments;
        else if (!set_flag(word, options)) return report_unknown_option(subcommand, word);
    }
    options->command = arguments;
    seconds = options->keep_server;
    if (seconds && (!*seconds || strlen(seconds) > 5 || seconds[strspn(seconds, "0123456789")]))
        return report_missing_value(subcommand, keep_server);
    return 0;
}

int arguments_check_of_bench(char **arguments)
{
    for (; *arguments; arguments++) {
        if (!strcmp(*arguments, "--json")) continue;
        if (strcmp(*arguments, "--svg") != 0) return report_unknown_option("bench", *arguments);
        if (!*++arguments) return report_missing_value("bench", "--svg");
    }
    return 0;
}
