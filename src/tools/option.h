/* SPDX-License-Identifier: MIT */
/* Reads a program's options by a table of them. */
#ifndef CYCLETIME_OPTION_H
#define CYCLETIME_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

enum option_kind { FLAG, NUMBER, THOUSANDTHS, TEXT };

struct option {
    const wchar_t *name; /* NULL: the table ends here */
    enum option_kind kind;
    size_t place;         /* the offset of a bool, a uint32_t or a const wchar_t * in the program's options */
    uint32_t least, most; /* the bounds of a number, or of a text's length */
    const wchar_t *fault; /* the message for another value */
};

/* The error in an option: WHAT is wrong with the VALUE of OPTION. NULL: nothing is wrong. OPTION and VALUE may be empty. */
struct options_error {
    const wchar_t *what, *option, *value;
};

/* Reads the option at **ARGUMENTS with its value into VALUES, and moves *ARGUMENTS behind both. */
struct options_error option_read(const struct option *table, wchar_t *const **arguments, void *values);

#endif
