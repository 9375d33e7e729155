/* SPDX-License-Identifier: MIT */
/* What is said on stderr of this process's graft. */
#ifndef CYCLETIME_PRELOAD_REPORT_H
#define CYCLETIME_PRELOAD_REPORT_H

#include "apc.h"
#include "program.h"
#include "run_words.h"

struct report {
    char program[PROGRAM_NAME];
    bool must, verbose, is_first, quiet;
    char first[512]; /* the file that is removed when this process begins, the first of its command; "": none */
};

extern struct report report;

/* It is not grafted, for REASON. */
void report_failure(const char *reason);

/* The Linux side is not there, for REASON. */
void report_no_linux_side(const char *reason);

/* What Wine's dispatcher calls for the APC: the table's one function is given the struct apc_request. */
typedef int32_t report_function(void *request);
extern report_function *const report_table[1];

#endif
