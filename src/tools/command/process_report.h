/* SPDX-License-Identifier: MIT */
/* The Windows processes that ran, for `cycletime time`: those whose end Linux reported to this process, and those that have
   an entry in the shared file. */
#ifndef CYCLETIME_COMMAND_PROCESS_REPORT_H
#define CYCLETIME_COMMAND_PROCESS_REPORT_H

#include "unixlib/shared_file/process_lookup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

enum process_report_state {
    REPORT_ENDED,
    REPORT_RUNS,     /* the process still runs; its times are those of now */
    REPORT_PUBLISHED /* its end is not known; its times are those that it published last */
};

struct process_report {
    struct process_identity process; /* id 0: cycletime was not in the process */
    uint64_t elapsed;                /* 100 ns, as the next two; 0: its end is not known */
    uint64_t user, kernel;
    uint32_t code;
    enum process_report_state state;
    bool has_code, is_wines;
    char name[PROCESS_NAME_SIZE]; /* as the process published it, or Linux reports it */
};

/* Starts the list, which includes the processes that have number RUN in the shared file; 0: there is no list. */
void process_report_begin(uint64_t run);

/* Records that the command has ended. */
void process_report_stop(void);

bool process_report_is_wanted(void);

/* Adds PID, which has ended with USAGE but was not waited for, or, with USAGE NULL, runs. NAME is Linux's name of it if
   that is a Windows program's, else NULL. PUBLISHER may be NULL. */
void process_report_add(struct publisher *publisher, pid_t pid, const char *name, bool is_wines,
                        const struct rusage *usage);

/* Adds the processes that only the shared file has, and completes the others with what it has of them by now. */
void process_report_end(struct publisher *publisher);

/* Returns the processes in the order of their start; *ELAPSED, in 100 ns, is the command's. */
const struct process_report *process_report_all(size_t *count, uint64_t *elapsed);

#endif
