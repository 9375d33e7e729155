/* SPDX-License-Identifier: MIT */
/* Keeps objects that were created, for queries while they live and after. */
#ifndef CREATED_OBJECTS_H
#define CREATED_OBJECTS_H

#include "calls.h"

enum { CREATED_OBJECTS = 64 };

/* Keeps a copy of HANDLE, and waits until its object has ended. The object is asked about until CREATED_OBJECTS others have
   been created. BORN: the time-stamp counter before it was created. */
void created_object_await(HANDLE handle, ULONG64 born);

void created_objects_end(void);

struct object_faults {
    LONG64 answers, unknown;
    LONG back, too_much, refused, forgotten;
};

/* Asks about any of them, four times with each of both calls. An answer may not be smaller than the one before, nor more
   than what has passed since the object was created. Only the cycles of an ended object may be refused, and with the
   unixlib not even these. Returns FALSE if there is no object. */
BOOL created_objects_ask(ULONG64 random, enum which cycles, enum which times, struct object_faults *faults);

/* Prints them. */
BOOL object_faults_none(const char *what, const struct object_faults *faults);

#endif
