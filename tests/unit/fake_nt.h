/* SPDX-License-Identifier: MIT */
/* A small machine in place of nt/calls.c, and the last error in place of kernel32's. */
#ifndef CYCLETIME_UNIT_FAKE_NT_H
#define CYCLETIME_UNIT_FAKE_NT_H

#include "fake_object.h"
#include "fake_processor.h"

enum fake_call {
    CALL_THREAD_BASIC, CALL_THREAD_TIMES, CALL_THREAD_CYCLES,
    CALL_PROCESS_BASIC, CALL_PROCESS_TIMES, CALL_PROCESS_CYCLES,
    CALL_PROCESS_LIST, CALL_COUNTER, CALL_ALLOCATE,
    CALLS
};

struct fake_machine {
    const char *name;
    BOOLEAN is_wine;
    BOOLEAN limited_rights;         /* the LIMITED rights exist */
    BOOLEAN zero_process_cycles;    /* for whatever handle */
    NTSTATUS thread_cycles, process_cycles;
};

extern const struct fake_machine windows_10, windows_xp, wine_8, wine_10;

struct fake {
    const struct fake_machine *machine;
    struct fake_object *own_thread, *own_process;
    NTSTATUS status[CALLS];      /* what a call fails with; 0: it does not */
    ULONG count[CALLS];
    ULONG64 stale_kernel, stale_user;  /* what Wine tells of an ended thread: 0, or of its Linux number's heir */
    ULONG list_bytes;            /* of the list's first entry */
    ULONG list_growth;           /* by which that grows at every query */
    ULONG corrupt_next;          /* if not 0, the first entry's NextEntryOffset */
    ULONG blocks;                /* allocated and not released */
};

extern struct fake fake;

void fake_boot(const struct fake_machine *machine);
ULONG fake_calls(void);  /* of NT so far */

#endif
