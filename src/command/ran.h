/* SPDX-License-Identifier: MIT */
/* The Windows processes that ran, for `cycletime time`: those whose end Linux told this process, and those that told of
   themselves in the shared record. */
#ifndef CYCLETIME_COMMAND_RAN_H
#define CYCLETIME_COMMAND_RAN_H

#include "../host/record_life.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

enum ran_state {
    RAN_ENDED,
    RAN_RUNS,     /* it does still; its times are those of now */
    RAN_PUBLISHED /* its times are what it published last */
};

struct ran {
    struct record_process process; /* its id is 0 if cycletime was not in it */
    uint64_t elapsed;              /* 100 ns, as the next two; 0: nobody saw its end */
    uint64_t user, kernel;
    uint32_t code;
    enum ran_state state;
    bool has_code, is_wines;
    char name[RECORD_NAME]; /* as anybody has told it */
};

/* From here on they are listed, as those of number RUN; 0: they are not. */
void ran_begin(uint64_t run);

/* The command has ended. */
void ran_stop(void);

bool ran_is_wanted(void);

/* PID has ended with USAGE, and is still there, or it runs: NULL. Linux calls it NAME, which is that of a Windows program,
   or NULL. RECORD may be NULL. */
void ran_add(struct record *record, pid_t pid, const char *name, bool is_wines, const struct rusage *usage);

/* Those that are known to RECORD alone, and what is known by now of the others. */
void ran_end(struct record *record);

/* In the order in which they began; *ELAPSED, in 100 ns, is the command's. */
const struct ran *ran_all(size_t *count, uint64_t *elapsed);

#endif
