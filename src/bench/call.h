/* SPDX-License-Identifier: MIT */
/* The calls whose costs are shown: as this Wine answers them alone, and as an unmodified program under cycletime makes
   them. */
#ifndef CALL_H
#define CALL_H

#include <windows.h>

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
    size_t function;     /* which one it needs; call.c's own */
};

extern struct call calls[CALL_NAMES];

/* The first before the graft, the second behind it. FALSE: a function is missing. */
BOOL calls_open_alone(void);
BOOL calls_open_under(HMODULE cycletime);
void calls_close(void);

/* To compare with: a call that goes to Wine's server and back, and Wine's own of class 8. */
void call_server(void);
void call_processors(void);

/* A query that cycletime leaves to the system, through the graft, and the system's own. */
void call_left(void);
void call_left_alone(void);

ULONG64 call_idle_cycles(void); /* of the first processor, as the program under cycletime is told */

#endif
