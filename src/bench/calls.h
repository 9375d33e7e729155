/* SPDX-License-Identifier: MIT */
/* The calls whose costs are shown: cycletime.dll's own beside the system's and the NT queries that the answer needs; and as
   an unmodified program makes them under cycletime, beside what this Wine answers alone. */
#ifndef CALLS_H
#define CALLS_H

#include <windows.h>

struct subject {
    const char *name;
    void (*ours)(void);
    void (*systems)(void); /* NULL: this system has no such function, or only we have */
    void (*queries)(void); /* NULL: the answer needs none */
    size_t function;       /* which one of the system's it needs; calls.c's own */
};

extern struct subject subjects[];
extern const int subject_count;

enum call_name {
    OWN_THREAD_CYCLES,
    OWN_THREAD_CPU_TIME,
    OWN_THREAD_TIMES,
    NT_OWN_THREAD_CYCLES,
    NT_OWN_THREAD_TIMES,
    OWN_PROCESS_CYCLES,
    OWN_PROCESS_TIMES,
    OTHER_THREAD_CYCLES,
    PRECISE_TIME,
    UNBIASED_PRECISE_TIME,
    COUNTER,
    RTL_COUNTER,
    NT_COUNTER,
    PRECISE_DATE,
    IDLE_CYCLES,
    CALL_NAMES
};

struct call {
    const char *what;
    void (*under)(void);
    void (*alone)(void); /* NULL: nobody answers then */
    size_t function;     /* as a subject's */
};

extern struct call calls[CALL_NAMES];

/* The first before the graft, the second behind it: both find the functions, the first opens the handles too. FALSE: a
   function is missing. */
BOOL calls_open(HMODULE cycletime);
BOOL calls_open_under(void);
void calls_close(void);

/* To compare with: a call that goes to Wine's server and back, and Wine's own of class 8. */
void call_server(void);
void call_processors(void);

/* A query that cycletime leaves to the system, through the graft, and the system's own. */
void call_left(void);
void call_left_alone(void);

ULONG64 call_idle_cycles(void); /* of the first processor, as the program under cycletime is told */

#endif
