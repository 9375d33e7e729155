/* SPDX-License-Identifier: MIT */
/* Reads the options of the command line. */
#include "tools/counters/options.h"

static const struct option all[] = {
    { L"--help", FLAG, offsetof(struct options, help), 0, 0, NULL },
    { L"--list", FLAG, offsetof(struct options, list), 0, 0, NULL },
    { L"--interval", THOUSANDTHS, offsetof(struct options, interval), 50, 3600000, L"takes seconds, 0.05 to 3600, not" },
    { L"--count", NUMBER, offsetof(struct options, count), 1, UINT32_MAX, L"takes a number from 1, not" },
    { .name = NULL },
};

struct options_error read_counters_options(wchar_t *const *arguments, const wchar_t **names, struct options *options)
{
    struct options_error error = { NULL, NULL, NULL };

    *options = (struct options){ .interval = 1000, .names = names };
    while (*arguments && !error.what)
        if ((*arguments)[0] == '-') error = option_read(all, &arguments, options);
        else names[options->name_count++] = *arguments++;
    if (error.what || options->help) return error;
    if (options->list && options->name_count > 1) return (struct options_error){ L"--list takes one object", L"", L"" };
    if (!options->list && !options->name_count) return (struct options_error){ L"a counter is missing", L"", L"" };
    return error;
}
