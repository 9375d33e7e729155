/* SPDX-License-Identifier: MIT */
/* Keeps objects that were created, for queries while they live and after. */
#ifndef CREATED_OBJECTS_H
#define CREATED_OBJECTS_H

#include "calls.h"

enum { CREATED_OBJECTS = 64 };

struct created_object {
    HANDLE handle;
    ULONG64 born;  /* the time-stamp counter before it was created */
};

/* HANDLE takes the place of another one, which is closed. */
void created_objects_put(HANDLE handle, ULONG64 born);

/* A handle of its own of any of them; FALSE: there is none. */
BOOL created_objects_get(struct created_object *object, ULONG64 random);

void created_objects_end(void);

struct object_faults {
    LONG64 answers, unknown;
    LONG back, too_much, refused, forgotten;
};

/* Asks four times with each of both calls: no answer is smaller than the one before, none more than what has passed since
   it was born, none refused but, of what has ended and was not known, which is none with the unixlib, the cycles. */
void created_object_ask(const struct created_object *object, enum which cycles, enum which times,
                        struct object_faults *faults);

/* Prints them. */
BOOL object_faults_none(const char *what, const struct object_faults *faults);

#endif
