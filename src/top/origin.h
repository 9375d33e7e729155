/* SPDX-License-Identifier: MIT */
/* Where a process comes from, and to which job it belongs: what the list of processes does not tell. */
#ifndef CYCLETIME_ORIGIN_H
#define CYCLETIME_ORIGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JOB_NONE = 0, JOB_UNTOLD = -1 };

struct origin {
    uint64_t created; /* with the id, which process it is */
    uint32_t process;
    uint32_t parent;         /* who created it, be that gone or not; 0: not told */
    int32_t job;             /* a number of ours from 1 on, the same for those in the same innermost job; or JOB_ */
    bool is_followed;        /* it is the one to follow, or a descendant of that */
    const uint16_t *command; /* its command line, without an end */
    size_t command_length;   /* 0: not told, or not asked yet */
};

#endif
