/* SPDX-License-Identifier: MIT */
#include "options.h"
#include "complaint.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    size_t place;
} all[] = {
    { "--no-children", offsetof(struct options, no_children) },
    { "--no-nt", offsetof(struct options, no_nt) },
    { "--fast-clock", offsetof(struct options, fast_clock) },
    { "--best-effort", offsetof(struct options, best_effort) },
    { "--verbose", offsetof(struct options, verbose) },
    { "--quiet", offsetof(struct options, quiet) },
    { "--help", offsetof(struct options, help) },
    { "-h", offsetof(struct options, help) },
};

static bool take(const char *word, struct options *options)
{
    size_t i;

    if (options->time && !strcmp(word, "--json")) return options->json = true;
    for (i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(word, all[i].name) != 0) continue;
        *(bool *)((char *)options + all[i].place) = true;
        return true;
    }
    return false;
}

int options_read(const char *subcommand, char **arguments, struct options *options)
{
    *options = (struct options){ .time = !strcmp(subcommand, "time") };
    for (; *arguments && **arguments == '-' && !options->help; arguments++) {
        if (!strcmp(*arguments, "--")) {
            arguments++;
            break;
        }
        if (options->time && arguments[1] && !strcmp(*arguments, "--output")) options->output = *++arguments;
        else if (!take(*arguments, options))
            return fail(EXIT_FAILED, "%s: unknown option %s. See: cycletime help %s", subcommand, *arguments, subcommand);
    }
    options->command = arguments;
    return 0;
}
