/* SPDX-License-Identifier: MIT */
/* The shared files that this process has open, which of them has the name now, and which of its threads writes. */
#ifndef CYCLETIME_SHARED_FILES_H
#define CYCLETIME_SHARED_FILES_H

#include "unixlib/shared_file/entry.h"

enum { SHARED_FILES = 4 };

/*
 * A publisher is in one of these states, which only publisher_change_state changes.
 *
 *   publisher_open        publisher_claim              a slot is free
 *       [ ASKS ] ------------------> [ WAITS_FOR_SLOT ] ------> [ HAS_SLOT ] ---+ another file gets the name:
 *          |                           |        |                |    |    ^    | a slot there
 *          |                  fork, in the child|----------------+    |    +----+
 *          |                           |        v                     |
 *          |                           |     [ IS_COPY ]              |
 *          |  publisher_close          |  publisher_end               |
 *          +---------------------------+------------------------------+---> [ HAS_ENDED ]
 */
enum publisher_state {
    PUBLISHER_ASKS,           /* about others only: `cycletime run`, or a process that has just begun */
    PUBLISHER_WAITS_FOR_SLOT, /* claimed; there was no file, or no slot in it. Each publication tries again */
    PUBLISHER_HAS_SLOT,       /* in files[file] */
    PUBLISHER_IS_COPY,        /* a forked child's copy of its parent's: it asks, and publishes nothing */
    PUBLISHER_HAS_ENDED,      /* the final times are published; no file is made or joined any more */
};

/* The caller provides it, once for a process, and never frees it. */
struct publisher {
    struct shared_file_name names[3];       /* where the file may be, the best first */
    uint32_t name_count, name;              /* their number; the one in use */
    struct shared_file files[SHARED_FILES]; /* the current file, and those used before it */
    int present;                            /* -1: none */
    uint32_t joined;                        /* how many files were ever the current one */
    int refusal;                            /* errno of the last failure to open the first name */
    /* Times in ns: a writer entered; joining failed last (0: never). On i386, an atomic member that is not aligned can
       straddle two cache lines; where Linux detects such bus locks, it delays each access by 10 ms or more. */
    _Alignas(8) uint64_t busy;
    uint64_t failed;
    uint64_t prefix; /* of the ids that callers name; set by the caller after publisher_open */
    /* this process */
    uint32_t state;       /* enum publisher_state */
    struct entry own;     /* run, name and flags are set by the caller */
    uint32_t code, flags; /* the exit code, and PUBLISHED_...: any thread sets them, the next publication writes them */
    int file;             /* the file that has its slot, while it has one */
    bool in_job;          /* reported by the system at its start. Set before the claim */
};

/*
 * Opens the file; once in a process, before all others. KEY distinguishes files (shared_key). DIRECTORY is the file's
 * folder; NULL: the usual one. False: there is no file yet; the other calls try again, and return false while there is
 * none.
 */
bool publisher_open(struct publisher *publisher, const char *directory, uint64_t key);

/* False: no way leads from the present state to NEXT; nothing was changed. */
bool publisher_change_state(struct publisher *publisher, enum publisher_state next);

static inline enum publisher_state publisher_state(const struct publisher *publisher)
{
    return (enum publisher_state)__atomic_load_n(&publisher->state, __ATOMIC_ACQUIRE);
}

/* Closes the descriptors, which releases the locks of this process. */
void publisher_close(struct publisher *publisher);

/* Returns the file that the name leads to now; it is opened or made if it is not the file of the last call. The caller is
   the thread that writes. NULL: there is none. */
const struct shared_file *shared_files_find_present(struct publisher *publisher);

/* Whether the name still leads to the current file. */
bool shared_files_present_is_named(const struct publisher *publisher);

/* Returns the file that was used before FILE and is still open; NULL: there is none. */
const struct shared_file *shared_files_find_before(const struct publisher *publisher, const struct shared_file *file);

/* Lets one thread write at a time, for a second at most; a thread that comes meanwhile gets false and leaves the write to
   the first. A thread that was killed while it wrote loses its turn after that second. */
bool shared_files_enter(struct publisher *publisher);
void shared_files_leave(struct publisher *publisher);

#endif
