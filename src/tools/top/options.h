/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_TOP_OPTIONS_H
#define CYCLETIME_TOP_OPTIONS_H

#include "tools/option.h"

enum form { FORM_VIEW, FORM_JSON, FORM_CSV };

struct options {
    enum form form;
    bool help, once, tree, json, csv;
    uint32_t interval;     /* ms */
    uint32_t count;        /* intervals; 0: until it is asked to end */
    uint32_t process;      /* the only one to show, with TREE and its descendants; 0: all */
    const wchar_t *filter; /* what a name has to hold, or NULL */
    const wchar_t *svg;    /* the file, or NULL */
};

/* Reads the ARGUMENTS behind the program's name, NULL at their end, and keeps some of them. */
struct options_error options_read(wchar_t *const *arguments, struct options *options);

#endif
