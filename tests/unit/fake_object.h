/* SPDX-License-Identifier: MIT */
/* The threads, processes and handles of a fake machine. */
#ifndef CYCLETIME_UNIT_FAKE_OBJECT_H
#define CYCLETIME_UNIT_FAKE_OBJECT_H

#include "library/nt/nt.h"

enum fake_kind { FAKE_THREAD, FAKE_PROCESS, FAKE_EVENT, FAKE_JOB };

struct fake_object {
    enum fake_kind kind;
    ULONG id;
    ULONG process;  /* a thread's; 0: the own one */
    ULONG64 creation, exit, kernel, user, cycles;
    NTSTATUS exit_code;
};

/* With an id, a creation time and times of its own. */
struct fake_object *fake_object(enum fake_kind kind);
struct fake_object *fake_object_number(size_t index);  /* NULL: there are not so many */

HANDLE fake_open(struct fake_object *object, ULONG access);
HANDLE fake_open_fully(struct fake_object *object);
HANDLE fake_handle(enum fake_kind kind);  /* of a new object */
HANDLE fake_ended(enum fake_kind kind);   /* of a new object that has ended */
struct fake_object *fake_object_of(HANDLE handle);
ULONG fake_access_of(HANDLE handle);
void fake_close(HANDLE handle);
void fake_reuse(HANDLE handle, struct fake_object *object);  /* the closed handle's number is given to a handle of OBJECT */

/* Returns the system's status for a handle, which needs one of the rights in ENOUGH. */
NTSTATUS fake_resolve(HANDLE handle, enum fake_kind kind, ULONG enough, struct fake_object **object);

void fake_end(struct fake_object *object);

#endif
