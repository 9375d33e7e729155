/* SPDX-License-Identifier: MIT */
/* What a process keeps in mind of the shared record; record.h tells what that is. */
#ifndef CYCLETIME_HOST_RECORD_STATE_H
#define CYCLETIME_HOST_RECORD_STATE_H

#include "record_file.h"
#include "record_layout.h"

#include <stdbool.h>
#include <stdint.h>

/* In ns. */
struct record_times {
    uint64_t user, kernel;
};

/* A process for Windows: its id, and its creation time in 100 ns. */
struct record_process {
    uint32_t id;
    uint64_t created;
};

enum { RECORD_FILES = 4 };

/* Memory of the caller's, which stays; one in a process. */
struct record {
    struct record_name names[3];            /* where the file may be, the best first */
    uint32_t name_count, name;              /* how many, and which it is */
    struct record_file files[RECORD_FILES]; /* the present one, and those before it */
    int present;                            /* -1: none */
    int refusal;                            /* the last error of the first name */
    uint64_t busy, failed;                  /* dates, in ns: of who writes; of the last failure to join, 0: none */
    /* this process */
    struct record_process process;
    uint32_t parent;
    struct record_program program; /* with a run of 0: nobody wants to know. Set before the claim */
    bool in_job;                   /* at its begin, as the system says */
    uint64_t job;                  /* which, as far as it is known; 0 */
    struct record_times published;
    int live_threads;              /* the descriptor of their file (live_threads.h); -1: none. Set before the claim */
    uint64_t sequence;             /* of the figures written last */
    uint32_t slot;                 /* RECORD_SLOTS: it has none at present */
    uint64_t begun, pid_namespace; /* ns since the machine started; inode, 0: not reported */
    bool has_own_proc;             /* /proc has this namespace's numbers */
    pid_t owner;                   /* 0: nothing is claimed */
};

#endif
