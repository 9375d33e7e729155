/* SPDX-License-Identifier: MIT */
/* Finds the program that the first word of a command names, and checks whether it can run. */
#ifndef CYCLETIME_COMMAND_PROGRAM_H
#define CYCLETIME_COMMAND_PROGRAM_H

#include "tools/command/image.h"

#include <stdbool.h>

struct program {
    const char *word;   /* as the user wrote it */
    char *path;         /* the program's file, in malloc's memory; NULL if Wine is to look for it */
    bool is_for_wine;   /* if false, Linux executes `path` */
    struct image image; /* only set for a file that Wine is to run */
};

/* Returns 0, or, after a message on stderr, the exit code: EXIT_NOT_FOUND if there is no such file, EXIT_CANNOT_RUN if it
   cannot be run. */
int program_find(const char *word, struct program *program);

/* Returns whether the word is the name of a program in the Windows folders of the prefix. */
bool program_is_wines(const struct program *program);

/* Returns why Wine did not run the program, whose path is not NULL. */
const char *program_refusal(const struct program *program);

#endif
