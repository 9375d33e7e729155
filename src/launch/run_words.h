/* SPDX-License-Identifier: MIT */
/*
 * The variable CYCLETIME_RUN, by which `cycletime run` passes its options to the processes that descend from it: words that
 * are separated by blanks. A word is an option's (run_options), "time=NUMBER" with the number of the list that `cycletime
 * time` makes, or "ack=PATH", which comes last: the path may contain blanks and the other words.
 *
 * PATH is the acknowledgement file, which the command's first program removes when it begins. No process can remove "/" or
 * "", so these make no process the first. "/" also says that the process descends from Wine's services.
 *
 * The functions allocate no memory, take no lock and may be called after vfork.
 */
#ifndef CYCLETIME_LAUNCH_RUN_WORDS_H
#define CYCLETIME_LAUNCH_RUN_WORDS_H

#include "protocol/hook_request.h"

#include <stdbool.h>
#include <stdint.h>

#define RUN_ACK "ack="

enum {
    RUN_QUIET = 32, /* the numbers that these lack are those of RUN_HOOK */
    RUN_NO_CHILDREN = 64,
    RUN_MUST = 128,            /* the first program runs only if it can be hooked */
    RUN_OFF = 256,             /* the program is not hooked */
    RUN_32_BIT = 512,          /* the first program is a 32-bit one */
    RUN_NO_EXECUTE = 1024,     /* Linux executes no Windows programs */
    RUN_NO_DLL_FOLDERS = 2048, /* no folders for DLLs besides Wine's */
    RUN_OPTIONS = 10
};

extern const struct run_option {
    const char *word;
    uint32_t flag;
} run_options[RUN_OPTIONS];

struct run_words {
    uint32_t flags;         /* RUN_... */
    uint64_t run;           /* number of the `cycletime time` that lists all processes; 0: none */
    const char *ack;        /* NULL: no file */
    bool is_below_services; /* the process descends from Wine's services */
};

/* Reads the words of TEXT, which may be NULL. `ack` points into TEXT. */
struct run_words run_words_parse(const char *text);

enum { RUN_WORDS = 128 /* more than all words take together */ };

/* Writes the words of the options and of the list's number, with a blank behind each. */
void run_words_write(char text[RUN_WORDS], uint32_t flags, uint64_t run);

#endif
