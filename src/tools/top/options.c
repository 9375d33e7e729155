/* SPDX-License-Identifier: MIT */
#include "tools/top/options.h"

static const struct option all[] = {
    { L"--help", FLAG, offsetof(struct options, help), 0, 0, NULL },
    { L"--once", FLAG, offsetof(struct options, once), 0, 0, NULL },
    { L"--tree", FLAG, offsetof(struct options, tree), 0, 0, NULL },
    { L"--json", FLAG, offsetof(struct options, json), 0, 0, NULL },
    { L"--csv", FLAG, offsetof(struct options, csv), 0, 0, NULL },
    { L"--interval", THOUSANDTHS, offsetof(struct options, interval), 50, 3600000, L"takes seconds, 0.05 to 3600, not" },
    { L"--count", NUMBER, offsetof(struct options, count), 1, UINT32_MAX, L"takes a number from 1, not" },
    { L"--pid", NUMBER, offsetof(struct options, process), 1, UINT32_MAX, L"takes a process's id, not" },
    { L"--filter", TEXT, offsetof(struct options, filter), 1, 64, L"takes 1 to 64 characters, not" },
    { L"--svg", TEXT, offsetof(struct options, svg), 1, UINT32_MAX, L"takes a file's name, not" },
    { .name = NULL },
};

struct options_error options_read(wchar_t *const *arguments, struct options *options)
{
    struct options_error error = { NULL, NULL, NULL };

    *options = (struct options){ .interval = 1000 };
    while (*arguments && !error.what) error = option_read(all, &arguments, options);
    if (error.what) return error;
    if (options->json && options->csv) return (struct options_error){ L"--json and --csv exclude each other", L"", L"" };
    if (options->once && options->count > 1)
        return (struct options_error){ L"--once and --count exclude each other", L"", L"" };
    if (options->once) options->count = 1;
    options->form = options->json ? FORM_JSON : options->csv ? FORM_CSV : FORM_VIEW;
    return error;
}
