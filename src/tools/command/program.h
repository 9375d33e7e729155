/* SPDX-License-Identifier: MIT */
/* What the first word of a command names. */
#ifndef CYCLETIME_COMMAND_PROGRAM_H
#define CYCLETIME_COMMAND_PROGRAM_H

#include "image.h"

#include <stdbool.h>

struct program {
    const char *word;   /* as it was given */
    char *path;         /* its file, in malloc's memory; NULL: Wine looks for it */
    bool is_for_wine;   /* else Linux executes PATH */
    struct image image; /* of a file that is for Wine */
};

/* 0, or the exit code after one line: it is not there, or nothing that can be run. */
int program_find(const char *word, struct program *program);

/* Whether the word is the name of a program that Wine's prefix contains. */
bool program_is_wines(const struct program *program);

/* Returns why Wine did not run the program, whose path is not NULL. */
const char *program_refusal(const struct program *program);

#endif
