/* SPDX-License-Identifier: MIT */
/* Which program of Windows' this process is about to run. */
#ifndef CYCLETIME_PRELOAD_PROGRAM_H
#define CYCLETIME_PRELOAD_PROGRAM_H

#include "process_environment.h"

enum program_kind {
    PROGRAM_OF_USER,
    PROGRAM_BETWEEN, /* Wine's own, which begins the user's */
    PROGRAM_SERVICE  /* Wine's own, and so is what it begins */
};

enum { PROGRAM_NAME = 1024 };

/* Its kind, and its path for messages, in UTF-8. */
enum program_kind program_of(const struct process_parameters *parameters, char name[PROGRAM_NAME]);

#endif
