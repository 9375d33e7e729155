/* SPDX-License-Identifier: MIT */
/* A small machine in place of library/nt/calls.c, and the last error in place of kernel32's. */
#ifndef CYCLETIME_UNIT_FAKE_NT_H
#define CYCLETIME_UNIT_FAKE_NT_H

#include "fake_groups.h"
#include "fake_object.h"
#include "fake_processor.h"
#include "fake_time.h"

enum { FAKE_WORKING_SET = 0x123000 }; /* of each process in the list */

enum fake_call {
    CALL_THREAD_BASIC, CALL_THREAD_TIMES, CALL_THREAD_CYCLES,
    CALL_PROCESS_BASIC, CALL_PROCESS_TIMES, CALL_PROCESS_CYCLES,
    CALL_PROCESS_LIST, CALL_BASIC, CALL_GROUPS,
    CALL_PROCESSOR_TIMES, CALL_IDLE_CYCLES, CALL_SYSTEM_CYCLES,
    CALL_ENVIRONMENT, CALL_COUNTER, CALL_ALLOCATE,
    CALL_UNIX,  /* the unixlib, and the way to it */
    CALLS
};

struct fake_machine {
    const char *name;
    BOOLEAN is_wine;
    BOOLEAN limited_rights;         /* the LIMITED rights exist */
    BOOLEAN has_groups;             /* NtQuerySystemInformationEx and groups exist */
    BOOLEAN has_precise_time;       /* RtlGetInterruptTimePrecise exists */
    BOOLEAN has_auxiliary;          /* the auxiliary counter's functions exist */
    BOOLEAN zero_process_cycles;    /* for whatever handle */
    BOOLEAN zero_idle_cycles;
    NTSTATUS thread_cycles, process_cycles, idle_cycles, system_cycles;  /* what the counters fail with */
};

extern const struct fake_machine windows_10, windows_7, windows_vista, windows_xp, wine_8, wine_10;

struct fake {
    const struct fake_machine *machine;
    struct fake_object *own_thread, *own_process;
    NTSTATUS status[CALLS];      /* what a call fails with; 0: it does not */
    ULONG count[CALLS];
    ULONG64 stale_kernel, stale_user;  /* what Wine reports about an ended thread: 0, or of its Linux number's heir */
    PVOID start; /* where each thread began; NULL: it may not be asked */
    ULONG list_bytes;            /* of the list's first entry */
    ULONG list_growth;           /* by which that grows at every query */
    ULONG64 list_ticks;          /* ticks of the time-stamp counter that a query of the list takes */
    ULONG corrupt_next;          /* if not 0, the first entry's NextEntryOffset */
    ULONG blocks;                /* allocated and not released */
    ULONG position;              /* calls of any kind so far */
    ULONG failing_position;      /* the how manieth call fails, from 1; 0: none */
    NTSTATUS failing_status;     /* what with */
    const WCHAR *length_rule;       /* CYCLETIME_CONTRACT in the environment; NULL: it is not there */
    BOOLEAN keeps_rights;        /* nobody gets more of them by another handle */
    void (*meanwhile)(void);     /* what another thread does while the environment is read */
    void (*meanwhile_basic)(void); /* the same, once, after a process's id is read */
    void (*meanwhile_times)(void); /* the same, each time after a process's times are read */
    void (*meanwhile_id)(void);  /* the same, once, while the own process's id is read */
};

extern struct fake fake;

void fake_boot(const struct fake_machine *machine);
ULONG fake_calls(void);  /* of NT so far */
NTSTATUS fake_enter(enum fake_call call);  /* counts it; what it is to fail with, or success */

#endif
