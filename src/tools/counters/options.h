/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_COUNTERS_OPTIONS_H
#define CYCLETIME_COUNTERS_OPTIONS_H

#include "tools/tools.h"

struct options {
    bool help, list;
    uint32_t interval; /* ms */
    uint32_t count;    /* samples; 0: until it is asked to end */
    size_t name_count; /* of the counters, or of the one object to list */
    const wchar_t **names;
};

/* Reads the ARGUMENTS behind the program's name, NULL at their end, and keeps some of them. NAMES has room for as many. */
struct options_error read_counters_options(wchar_t *const *arguments, const wchar_t **names, struct options *options);

#endif
