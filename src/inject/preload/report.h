/* SPDX-License-Identifier: MIT */
/* The messages on stderr about the hooking of this process. */
#ifndef CYCLETIME_PRELOAD_REPORT_H
#define CYCLETIME_PRELOAD_REPORT_H

#include "inject/preload/ntdll.h"
#include "inject/preload/program.h"
#include "protocol/hook_request.h"

struct report {
    char program[PROGRAM_NAME];
    bool must, verbose, is_first, quiet;
};

extern struct report report;

#define DLL_NOT_FOUND 0xc0000135u /* STATUS_DLL_NOT_FOUND */

/* Writes a line to stderr, with a question mark in place of each character that does harm on a terminal. */
void report_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports that this process is not hooked, because of `reason`. */
void report_failure(const char *reason);

/* Reports that this process is not hooked, since the fact DIFFERENCE about Wine does not hold. */
void report_difference(const char *difference);

/* They are called for the APC and for cycletime.dll. */
extern call *const report_table[HOOK_REPORTS];

#endif
