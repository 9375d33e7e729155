/* SPDX-License-Identifier: MIT */
/* The parts of the program stress. Each is run twice, first as a warm-up, and is the same work both times. */
#ifndef STRESS_H
#define STRESS_H

#include "next_random.h"
#include "support.h"

enum { THREADS = 8 };

struct effort {
    ULONG ms;
    BOOL warm_up;   /* no count has to be reached */
    ULONG percent;  /* of each count that has to be reached */
};

/* FALSE: something was wrong, and has been printed. */
BOOL functions_part(struct effort effort);
BOOL threads_part(struct effort effort);
BOOL processes_part(struct effort effort);
BOOL handles_part(struct effort effort);

/* Eight threads run this, with their numbers, until all return. */
extern HANDLE stress_threads[THREADS];
void stress_run(DWORD (WINAPI *run)(void *number));

/* On other threads than the first an assertion would jump to that one's stack: ends the program. */
void must(BOOL done, const char *what);

/* A fault is printed when it happens first, and counted. */
struct fault {
    const char *name;
    LONG count;
};
void fault_note(struct fault *fault, DWORD error, ULONG64 value, ULONG64 bound);

#endif
