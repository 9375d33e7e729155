/* SPDX-License-Identifier: MIT */
/* The messages on stderr about the hooking of this process. */
#ifndef CYCLETIME_PRELOAD_REPORT_H
#define CYCLETIME_PRELOAD_REPORT_H

#include "inject/preload/apc.h"
#include "inject/preload/program.h"
#include "inject/preload/run_words.h"

struct report {
    char program[PROGRAM_NAME];
    bool must, verbose, is_first, quiet;
};

extern struct report report;

/* Reports that this process is not hooked, because of `reason`. */
void report_failure(const char *reason);

/* Reports that the unixlib is missing, because of `reason`. */
void report_no_unixlib(const char *reason);

/* Wine's dispatcher calls a function of this type for the APC; the argument is the struct apc_request. */
typedef int32_t report_function(void *request);
extern report_function *const report_table[1];

#endif
