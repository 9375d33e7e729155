/* SPDX-License-Identifier: MIT */
/* The viewer's options. */
#include "tools/top/screen.h"

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
    { L"--sort", TEXT, offsetof(struct options, sort), 0, UINT32_MAX, NULL },
    { L"--svg", TEXT, offsetof(struct options, svg), 1, UINT32_MAX, L"takes a file's name, not" },
    { .name = NULL },
};

const char *const order_names[ORDERS] = { [ORDER_CYCLES] = "cycles", [ORDER_USER] = "user", [ORDER_KERNEL] = "kernel",
                                          [ORDER_MEMORY] = "memory", [ORDER_ID] = "id",     [ORDER_NAME] = "name" };

static bool read_order(const wchar_t *name, enum order_key *order)
{
    size_t key, i;

    for (key = 0; key < ORDERS; key++) {
        for (i = 0; name[i] && name[i] == (wchar_t)order_names[key][i]; i++) continue;
        *order = (enum order_key)key;
        if (!name[i] && !order_names[key][i]) return true;
    }
    return false;
}

struct options_error read_top_options(wchar_t *const *arguments, struct options *options)
{
    struct options_error error = { NULL, NULL, NULL };

    *options = (struct options){ .interval = 1000 };
    while (*arguments && !error.what) error = option_read(all, &arguments, options);
    if (error.what) return error;
    if (options->sort && !read_order(options->sort, &options->order))
        return (struct options_error){ L"takes cycles, user, kernel, memory, id or name, not", L"--sort", options->sort };
    if (options->json && options->csv) return (struct options_error){ L"--json and --csv exclude each other", L"", L"" };
    if (options->once && options->count > 1)
        return (struct options_error){ L"--once and --count exclude each other", L"", L"" };
    if (options->once) options->count = 1;
    options->form = options->json ? FORM_JSON : options->csv ? FORM_CSV : FORM_VIEW;
    return error;
}
