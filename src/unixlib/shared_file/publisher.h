/* SPDX-License-Identifier: MIT */
/*
 * The publisher of this process's entry in the shared file, by which processes with cycletime report their CPU time to each
 * other. docs/internals/how-it-works.md describes the file and the life of an entry. Other processes find an entry by the
 * Wine prefix, Windows id and creation time of its process; a `cycletime run` finds it by the Linux pid, since launchers
 * choose the prefix later.
 *
 * A process lives if it holds the lock of its slot (shared_file.h), or if a process that started before the entry was
 * opened has its pid. The pid is needed because the kernel releases such a lock when its process closes any descriptor of
 * the file, as a program does that reads all of /dev/shm; the next publication takes the lock again. (Locks of an open file
 * description survive that close, but the kernel does not report which process holds them, and a forked child keeps them.)
 *
 * Any program of the same user may remove the file at any time, as systemd does at logout, or rename, shorten, overwrite or
 * lock it. Every publication and question checks first whether the name still leads to the open file; if not, the file of
 * that name is joined, or made, and this process opens its entry there again. Up to three older files stay open and are
 * searched after the current one; an end record is written into all of them. Nothing is waited for or allocated; all that
 * is read has a checksum. Another version of this layout has its own file.
 *
 * The file is in the user's own folder in /dev/shm, or where that cannot be used in $XDG_RUNTIME_DIR, or in the prefix:
 * these two are the user's alone, while in /dev/shm another user can take the folder's name. The last process that ends in
 * order removes the file, unless that process has used an older file too, or a process has begun there whose parent has yet
 * to find it (publisher_await_parent).
 */
#ifndef CYCLETIME_PUBLISHER_H
#define CYCLETIME_PUBLISHER_H

#include "unixlib/shared_file/entry.h"
#include "unixlib/shared_file/shared_files.h"

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
    struct shared_files shared;
    uint64_t prefix; /* of the ids that callers name; set by the caller after publisher_open */
    /* this process */
    uint32_t state;       /* enum publisher_state */
    struct entry own;     /* run, name and flags are set by the caller */
    uint32_t code, flags; /* the exit code, and PUBLISHED_...: any thread sets them, the next publication writes them */
    int file;             /* the file that has its slot, while it has one */
    bool in_job;          /* reported by the system at its start. Set before the claim */
};

/* Opens the file; once in a process, before all others. KEY distinguishes files (shared_key). DIRECTORY is the file's
   folder; NULL: the usual one. False: there is no file yet; the other calls try again. */
bool publisher_open(struct publisher *publisher, const char *directory, uint64_t key);

/* False: no way leads from the present state to NEXT; nothing was changed. */
bool publisher_change_state(struct publisher *publisher, enum publisher_state next);

static inline enum publisher_state publisher_state(const struct publisher *publisher)
{
    return (enum publisher_state)__atomic_load_n(&publisher->state, __ATOMIC_ACQUIRE);
}

/* Closes the descriptors, which releases the locks of this process. */
void publisher_close(struct publisher *publisher);

/* Opens this process's entry, once, before the next two; PARENT is the Windows id of its creator, 0: none. False: it has no
   slot yet, and takes one at a later publication, if there is one then. */
bool publisher_claim(struct publisher *publisher, struct process_identity process, uint32_t parent, struct cpu_times times);

/* Keeps the file if the parent, which has cycletime as well, has no entry there yet. Called after the claim. */
void publisher_await_parent(struct publisher *publisher);

/* Publishes this process's times, NULL: those that were published last; from any thread, at any time. False: they were not
   written, or this is a fork of the process that opened the entry. */
bool publisher_publish_times(struct publisher *publisher, const struct cpu_times *times);

/* Sets the exit code that the next publication writes; from any thread, at any time. */
void publisher_set_exit_code(struct publisher *publisher, uint32_t code);

/* Publishes this process's final times. They, and those of its ended descendants, are added to the parent's ended totals;
   without a reaper they are also the process's end record. After this the other threads publish nothing. Removes the file
   if this process was its last user. */
bool publisher_end(struct publisher *publisher, struct cpu_times times);

/* Gives up the use of the file, and removes it if this process was its last user. */
void publisher_leave(struct publisher *publisher);

/* Returns the file that the name leads to now, for questions. This process may become its user, and opens its entry there
   too. NULL: there is none. */
const struct shared_file *publisher_file_to_ask(struct publisher *publisher);

/* Does the same in a quarter of the time, but does not notice that the file was renamed. */
const struct shared_file *publisher_file_at_hand(struct publisher *publisher);

/* Publishes the state of a thread of this process; a later call replaces it. */
bool publisher_publish_thread(struct publisher *publisher, const struct published_thread *thread);

/* ENTRY, of FILE, has its final times: adds them to the parent's ended totals, unless its process did that when it left,
   and ALL that the process used to its job's ended totals. Called by the process that writes the end record. */
void publisher_report_end(const struct publisher *publisher, const struct shared_file *file, const struct entry *entry,
                          struct cpu_times all);

#endif
