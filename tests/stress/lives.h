/* SPDX-License-Identifier: MIT */
/* What has been created and is asked about, while it lives and after. */
#ifndef LIVES_H
#define LIVES_H

#include "calls.h"

enum { LIVES = 64 };

struct life {
    HANDLE handle;
    ULONG64 born;  /* the time-stamp counter before it was created */
};

/* HANDLE takes the place of another one, which is closed. */
void lives_put(HANDLE handle, ULONG64 born);

/* A handle of its own of any of them; FALSE: there is none. */
BOOL lives_get(struct life *life, ULONG64 random);

void lives_end(void);

struct life_faults {
    LONG64 answers, unknown;
    LONG back, too_much, refused, forgotten;
};

/* Asks four times with each of both calls: no answer is smaller than the one before, none more than what has passed since
   it was born, none refused but, of what has ended and was not known, which is none with the unixlib, the cycles. */
void life_ask(const struct life *life, enum which cycles, enum which times, struct life_faults *faults);

/* Prints them. */
BOOL life_faults_none(const char *what, const struct life_faults *faults);

#endif
