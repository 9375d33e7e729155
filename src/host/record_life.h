/* SPDX-License-Identifier: MIT */
/* All that the shared record tells of one process, for `cycletime time`. */
#ifndef CYCLETIME_HOST_RECORD_LIFE_H
#define CYCLETIME_HOST_RECORD_LIFE_H

#include "record_state.h"

struct record_life {
    struct record_process process;
    struct record_times times;
    uint64_t ended; /* date; 0: it has not, or nobody saw it */
    uint32_t code;
    bool has_code;
    bool runs;              /* it lives, and these are its times of now */
    bool is_exact;          /* else they are what it published last */
    bool is_wines;          /* Wine's own, which begins or serves others */
    char name[RECORD_NAME]; /* of its program's file; empty: it did not say */
};

/* Of PROCESS; IS_OVER: Linux has told that it has ended. False: nothing is known. */
bool record_life(struct record *record, struct record_process process, bool is_over, struct record_life *life);

/* Of the one that has the Linux number PID, and is still there. */
bool record_life_of(struct record *record, pid_t pid, bool is_over, struct record_life *life);

/* Of the next that began under `cycletime time` number RUN, from place *SLOT on, which becomes the one behind it; *SLOT is
   0 at first. False: there are no more. */
bool record_life_next(struct record *record, uint64_t run, uint32_t *slot, struct record_life *life);

/* PROCESS was killed, and ended with CODE. False: nobody wants to know, or that was not written. */
bool record_exit_code(struct record *record, struct record_process process, uint32_t code);

#endif
