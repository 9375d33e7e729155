/* SPDX-License-Identifier: MIT */
/*
 * The options of `cycletime run` for its descendants: the environment variable CYCLETIME_RUN, words separated by blanks, of
 * which "ack=PATH" is the last. The command's first program removes the file PATH when it begins. The variable in
 * Windows' environment takes precedence, so that a program can be left out ("off"), or have other options. The variable in
 * Linux' environment is there even if a program has given its child a new environment; "time=NUMBER" and the file are read
 * from it alone.
 */
#ifndef CYCLETIME_PRELOAD_RUN_WORDS_H
#define CYCLETIME_PRELOAD_RUN_WORDS_H

#include "protocol/run_options.h"

#include <stdbool.h>

struct run_words {
    uint32_t flags;         /* RUN_... */
    uint64_t run;           /* number of the `cycletime time` that lists all processes; 0: none */
    const char *ack;        /* NULL: no file */
    bool is_below_services; /* this process descends from Wine's services */
};

/* Reads the options; ENVIRONMENT is Windows'. */
void run_words_read(struct run_words *words, const uint16_t *environment);

/* Removes the file from the options that this process's descendants get, since none of them is the first. They then descend
   from Wine's services if `is_service`, otherwise they do not. */
void run_words_pass_on(bool is_service);

#endif
