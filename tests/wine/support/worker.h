/* SPDX-License-Identifier: MIT */
/* A thread of this process that runs for a known time, then waits to be asked. */
#ifndef WORKER_H
#define WORKER_H

#include "support.h"

struct worker {
    HANDLE thread;
    HANDLE turn, done;  /* events */
    ULONG64 ticks;
    BOOL end;
    struct spin spun;
    struct times own;   /* as it saw them itself when it was last asked */
};

void worker_start(struct worker *worker, unsigned ms);  /* returns when it has run */
struct times worker_ask(struct worker *worker);
void worker_end(struct worker *worker);                 /* its handle stays */
void worker_close(struct worker *worker);               /* ends it if that has not been done */

#endif
