/* SPDX-License-Identifier: MIT */
/* Which program of Windows' this process is about to run. */
#ifndef CYCLETIME_PRELOAD_PROGRAM_H
#define CYCLETIME_PRELOAD_PROGRAM_H

#include "inject/preload/process_environment.h"

#include <stdbool.h>

enum program_kind {
    PROGRAM_OF_USER,
    PROGRAM_BETWEEN, /* one of Wine's own that starts the user's */
    PROGRAM_SERVICE  /* one of Wine's own that starts only Wine's own */
};

enum { PROGRAM_NAME = 1024 };

/* Returns the kind of the program that `process` runs, and its path for messages, in UTF-8. If the process descends from
   Wine's services, each program that comes with Wine is a service. */
enum program_kind program_of(const struct process_environment *process, bool is_below_services, char name[PROGRAM_NAME]);

#endif
