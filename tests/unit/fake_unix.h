/* SPDX-License-Identifier: MIT */
/* Wine's loader as far as the way to the unixlib goes, and a unixlib that answers what the test sets. Without
   fake_unix_install() a fake Wine hides its version, so that there is no way. */
#ifndef CYCLETIME_UNIT_FAKE_UNIX_H
#define CYCLETIME_UNIT_FAKE_UNIX_H

#include "fake_nt.h"
#include "protocol/tsc_scale.h"
#include "protocol/unixlib_calls.h"
#include "library/nt/calls.h"
#include "protocol/thread_clock_snapshot.h"

enum { FAKE_FILES = 4, FAKE_LOADS = 32, FAKE_LINUX_PROCESSORS = 160 };

struct fake_unix {
    const char *wine;                   /* its version; NULL: hidden */
    BOOLEAN no_dispatcher;
    const WCHAR *own_path;              /* of the module that asks */
    const WCHAR *files[FAKE_FILES];     /* what can be loaded: DLLs by Windows path, libraries by NT path */
    const WCHAR *unusable;              /* one of them that has no Unix side that can be loaded */
    const WCHAR *unixlib;                  /* CYCLETIME_UNIXLIB; NULL: not set */
    const WCHAR *directories[FAKE_FILES];  /* WINEDLLDIR0 and on */
    ULONG64 (WINAPI *share)(ULONG, ULONG);  /* by which this process's cycletime.dll shares its library; NULL: it cannot */
    BOOLEAN shared_is_closed;           /* that cycletime.dll uses no library */
    BOOLEAN old_dll;                    /* without `share`, there is a cycletime.dll all the same */
    ULONG version;                      /* that the library reports */
    NTSTATUS version_status;
    BOOLEAN loader_locked;              /* by this thread */
    BOOLEAN loader_held, peb_held;      /* by another */
    void (*meanwhile)(void);            /* what another thread does while something is loaded */

    void (*while_allocating)(void);     /* and while memory is had for the thread table */

    /* The unixlib returns these. */
    struct thread_clock_snapshot *snapshot;           /* the calling thread's, which it may read; NULL: none */
    ULONG snapshot_layout;
    ULONG trusted;                      /* ticks */
    NTSTATUS snapshot_status;
    ULONG slots_taken[2], slot_count;   /* of thread-local storage */
    ULONG slot_index;                   /* that is to be had */
    ULONG_PTR slot;                     /* the calling thread's */
    ULONG peb_locks, peb_unlocks;
    ULONG_PTR stack, stack_size;        /* what is used of the calling thread's */
    ULONG clock;                        /* enum unixlib_clock */
    BOOLEAN has_thread_table;                /* another part of the process has brought memory for them */
    BOOLEAN refuses_records;
    ULONG64 own_cycles, process_cycles;
    struct unixlib_own_times own_times;
    struct unixlib_thread thread;          /* if its id is the asked one, and the creation not later than this one's */
    struct unixlib_times process_times;
    struct unixlib_process process;        /* another one, if its id and creation are those asked */
    BOOLEAN process_is_certain;            /* it runs by its entry and by Linux, so that its id is enough */
    struct unixlib_process process_asked;  /* the last */
    struct unixlib_descendants descendants;      /* alike */
    struct unixlib_other_thread other_thread;    /* if its id and process are the asked ones, and the creation not later */
    struct unixlib_scheduled_thread scheduled;   /* if its id and process are the asked ones; a letter of 0: unknown */
    ULONG processors;                   /* how many it knows of; 0: it reports nothing of them */
    struct unixlib_processor_times processor_times[FAKE_LINUX_PROCESSORS];
    struct unixlib_system system;
    struct unixlib_frequency frequencies[FAKE_LINUX_PROCESSORS];  /* a current one of 0: not reported */
    ULONG idle_states;                  /* of each processor */
    ULONG fewer_idle_states;            /* that every other processor lacks of them, the last */
    struct unixlib_idle_state idle_state[64];
    ULONG64 raw_hz;                     /* of the time-stamp counter by Linux's raw time; 0: by the performance counter */
    ULONG64 raw_behind, asleep;         /* nanoseconds */
    BOOLEAN sleep_is_counted;           /* the performance counter is Linux's boot time */
    enum unixlib_shared_state shared;
    BOOLEAN no_clocks;
    struct clock_moment moment;         /* what its scales show; the time 0: it refuses to fit one */
    ULONG64 fitting;                    /* how much of that time passes while it fits a scale */
    ULONG otherwise_read;               /* enum unixlib_reading, of the date */
    BOOLEAN no_scale;                    /* it reports the moment all the same */
    struct tsc_scale *others_scale;  /* of another part of the process, for all clocks; NULL: the one that is brought */
    BOOLEAN unknown_caller;             /* until it begins */
    BOOLEAN refuses_rate;
    ULONG64 known_rate;                 /* that it finds out by itself; 0: it cannot */

    const WCHAR *loads[FAKE_LOADS];     /* what was tried, in this order */
    ULONG shares;                       /* calls of fake_unix_share */
    ULONG load_count, unloads, pins, handles, locks; /* the last two: had and not given back */
    ULONG calls[UNIXLIB_CALLS];
    ULONG64 rate;
    ULONG begun;                        /* the id that was reported last */
    struct unixlib_exit_code exit;         /* as it got last */
    struct unixlib_process_begin process_begun;
    ULONG64 thread_table;                    /* where they are */
    ULONG moments[UNIXLIB_SCALES];          /* how often each clock was asked for */
    BOOLEAN no_memory;
    ULONG allocated, released;          /* blocks of memory */
    ULONG_PTR zero_bits;                /* that were asked for */
};

extern struct fake_unix fake_unix;

/* A Wine 8 whose tree is Z:\tree\lib\wine, where everything is as it should be. */
void fake_unix_install(void);

/* Gives the unixlib cycles and times of the calling thread and of the process. */
void fake_unix_count(void);

/* The unixlib knows this thread, with seven billion cycles. */
void fake_unix_know_thread(const struct fake_object *object, enum unixlib_thread_state state, ULONG64 total);

/* For fake_unix.share: returns the library, and counts the calls. */
ULONG64 WINAPI fake_unix_share(ULONG version, ULONG unixlib_version);

void fake_unix_fill(struct nt_calls *calls);
BOOLEAN fake_string_is(const UNICODE_STRING *string, const WCHAR *text);

/* Copies the text. NULL: there is no such variable. */
NTSTATUS fake_string_report(const WCHAR *text, UNICODE_STRING *value);

NTSTATUS fake_unix_environment(const UNICODE_STRING *name, UNICODE_STRING *value);

#endif
