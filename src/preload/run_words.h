/* SPDX-License-Identifier: MIT */
/*
 * What `cycletime run` wants of the processes that descend from it: the environment variable CYCLETIME_RUN, words with
 * blanks between, of which "first=PATH" is the last. That file is there until the first program of the command's own
 * comes, which gives it the name PATH~ and removes that when it begins. The variable of Windows' environment comes first,
 * so that a program can be left out ("off"), or have other options; that of Linux' environment is there also where a
 * program has made its child an environment of its own; from there alone come "time=NUMBER", and the file.
 */
#ifndef CYCLETIME_PRELOAD_RUN_WORDS_H
#define CYCLETIME_PRELOAD_RUN_WORDS_H

#include <stdbool.h>
#include <stdint.h>

struct run_words {
    bool is_off, must, verbose, quiet, no_children;
    uint32_t flags;    /* CYCLETIME_GRAFT_... */
    uint64_t run;      /* the number of the `cycletime time` that wants a list of all that run; 0: none */
    const char *first; /* NULL: no file */
};

/* ENVIRONMENT: Windows'. */
void run_words_read(struct run_words *words, const uint16_t *environment);

/* This process's children hear that they are not the first, and all that descends from them. */
void run_words_pass_on_to_wines_own(void);

#endif
