/* SPDX-License-Identifier: MIT */
/* Eight threads ask at once. An answer that began after another one had been given may not be smaller, whoever got that
   one. */
#ifndef RACE_H
#define RACE_H

#include <windows.h>

enum { RACE_VALUES = 64 };

struct race {
    BOOL (*ask)(ULONG64 *values);  /* all of the answer; FALSE: it was refused. No assertion in there */
    unsigned count;                /* of the values, at most RACE_VALUES */
    unsigned ms;
    ULONG64 given[RACE_VALUES];    /* the largest that somebody has got, at the end too */
};

/* Asserts that nobody was refused, and that no value went back. */
void race(struct race *race);

/* Raises the largest that was given. */
void publish(ULONG64 *given, ULONG64 value);

#endif
