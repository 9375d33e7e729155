/* SPDX-License-Identifier: MIT */
/* The options that `cycletime run` passes to the processes that descend from it, each a word in the variable CYCLETIME_RUN
   and a flag from the command line to the hooks; and the request by which a process is hooked. */
#ifndef CYCLETIME_RUN_OPTIONS_H
#define CYCLETIME_RUN_OPTIONS_H

#include <stdint.h>
#include <string.h>

enum {
    RUN_VERBOSE = 2, /* these three are CYCLETIME_HOOK_... of cycletime.h, which needs windows.h */
    RUN_NO_NT = 4,
    RUN_FAST_CLOCK = 16,
    RUN_HOOK = RUN_VERBOSE | RUN_NO_NT | RUN_FAST_CLOCK,
    RUN_QUIET = 32,
    RUN_NO_CHILDREN = 64,
    RUN_MUST = 128,           /* the first program runs only if it can be hooked */
    RUN_OFF = 256,            /* the program is not hooked */
    RUN_32_BIT = 512,         /* the first program is a 32-bit one */
    RUN_NO_EXECUTE = 1024,    /* Linux executes no Windows programs */
    RUN_NO_DLL_FOLDERS = 2048 /* no folders for DLLs besides Wine's */
};

/* Words of the variable that have a value: the number of the list that `cycletime time` makes, and the path of the
   acknowledgement file, which comes last and may contain blanks and the other word. */
#define RUN_LIST "time="
#define RUN_ACK "ack="

enum { RUN_WORDS = 96 }; /* more than all words take together */

static const struct run_option {
    const char *word;
    uint32_t flag;
} run_options[] = {
    { "must", RUN_MUST },
    { "verbose", RUN_VERBOSE },
    { "quiet", RUN_QUIET },
    { "no-nt", RUN_NO_NT },
    { "fast-clock", RUN_FAST_CLOCK },
    { "no-children", RUN_NO_CHILDREN },
    { "off", RUN_OFF },
    { "32-bit", RUN_32_BIT },
    { "no-execute", RUN_NO_EXECUTE },
    { "no-dll-folders", RUN_NO_DLL_FOLDERS },
};

enum { RUN_OPTIONS = sizeof run_options / sizeof *run_options };

static inline void run_options_write(char words[RUN_WORDS], uint32_t flags)
{
    int i;

    *words = '\0';
    for (i = 0; i < RUN_OPTIONS; i++)
        if (flags & run_options[i].flag) strcat(strcat(words, run_options[i].word), " ");
}

/* The preload library's request to the cycletime.dll of its process, and the answer: the same for both word sizes. */

/* Size 0: there is none. */
struct hook_room {
    uint64_t at, size;
};

/* A DLL of another version reads `version` and writes `error`, so all members up to `error` stay as they are for good. */
struct hook_request {
    uint64_t unixlib; /* the unixlib's functions for code of the DLL's word size; 0: the DLL finds them itself */
    uint32_t version; /* the preload library's CYCLETIME_VERSION */
    uint32_t flags;   /* CYCLETIME_HOOK_... */
    /* Whole pages, readable and writable: below 2 GB for the copies of stubs, and behind ntdll.dll for the export tables.
       They are allocated before the program's DLLs are loaded, which may leave no memory that hooking can reach. */
    struct hook_room stubs, tables;
    /* The answer. */
    uint32_t error;       /* Windows' last error; 0: the process is hooked */
    uint32_t distrusted;  /* VERBOSE was among the flags, and the processor's TSC is not trusted */
    uint64_t report;      /* the functions of enum hook_report, for Wine's dispatcher */
    char difference[16];  /* the fact about Wine that does not hold, so that the process is not hooked; "": there is none */
    uint64_t missing_dll; /* the path of cycletime's bcryptprimitives.dll, in UTF-16; 0: Wine has its own */
};

/* The preload library's functions that print, and the argument of each. */
enum hook_report {
    HOOK_REPORT_OUTCOME, /* the request by which the process was to be hooked */
    HOOK_REPORT_COPY,    /* struct hook_copy */
    HOOK_REPORTS
};

/* A copy of cycletime in this process, of the static library, that cannot use the unixlib of the DLL. */
struct hook_copy {
    uint32_t version; /* the copy's CYCLETIME_VERSION */
    uint32_t padding;
};

#endif
