/* SPDX-License-Identifier: MIT */
#ifndef CYCLETIME_TOP_OPTIONS_H
#define CYCLETIME_TOP_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

enum form { FORM_VIEW, FORM_JSON, FORM_CSV };

struct options {
    enum form form;
    bool help, once, tree;
    uint32_t interval;     /* ms */
    uint32_t count;        /* intervals; 0: until it is asked to end */
    uint32_t process;      /* the only one to look at, with TREE and its descendants; 0: all */
    const wchar_t *filter; /* what a name has to hold, or NULL */
    const wchar_t *svg;    /* the file, or NULL */
};

/* What is wrong, and with which argument (empty: it is missing). WHAT is NULL if nothing is. */
struct options_error {
    const wchar_t *what, *argument;
};

/* Reads the whole command line; its strings go into ROOM, which holds as many characters as LINE with its end, twice. */
struct options_error options_read(const wchar_t *line, wchar_t *room, struct options *options);

#endif
