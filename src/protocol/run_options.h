/* SPDX-License-Identifier: MIT */
/* The options that `cycletime run` passes to the processes that descend from it: each is a word in the variable
   CYCLETIME_RUN, and a flag from the command line to the hooks. */
#ifndef CYCLETIME_PROTOCOL_RUN_OPTIONS_H
#define CYCLETIME_PROTOCOL_RUN_OPTIONS_H

#include <stdint.h>
#include <string.h>

enum {
    RUN_VERBOSE = 2, /* these three are CYCLETIME_HOOK_... of cycletime.h, which needs windows.h */
    RUN_NO_NT = 4,
    RUN_FAST_CLOCK = 16,
    RUN_HOOK = RUN_VERBOSE | RUN_NO_NT | RUN_FAST_CLOCK,
    RUN_QUIET = 32,
    RUN_NO_CHILDREN = 64,
    RUN_MUST = 128, /* the first program runs only if it can be hooked */
    RUN_OFF = 256   /* the program is not hooked */
};

enum { RUN_WORDS = 64 }; /* more than all words take together */

static const struct run_option {
    const char *word;
    uint32_t flag;
} run_options[] = {
    { "must", RUN_MUST },   { "verbose", RUN_VERBOSE },       { "quiet", RUN_QUIET },
    { "no-nt", RUN_NO_NT }, { "fast-clock", RUN_FAST_CLOCK }, { "no-children", RUN_NO_CHILDREN },
    { "off", RUN_OFF },
};

enum { RUN_OPTIONS = sizeof run_options / sizeof *run_options };

static inline void run_options_write(char words[RUN_WORDS], uint32_t flags)
{
    int i;

    *words = '\0';
    for (i = 0; i < RUN_OPTIONS; i++)
        if (flags & run_options[i].flag) strcat(strcat(words, run_options[i].word), " ");
}

#endif
