/* SPDX-License-Identifier: MIT */
/* The files of the record that this process has open, which of them has the name now, and which of its threads writes. */
#ifndef CYCLETIME_FILES_H
#define CYCLETIME_FILES_H

#include "unixlib/shared_file/entry.h"

enum { RECORD_FILES = 4 };

/* The caller provides it, once for a process, and never frees it. */
struct record {
    struct record_name names[3];            /* where the file may be, the best first */
    uint32_t name_count, name;              /* their number; the one in use */
    struct record_file files[RECORD_FILES]; /* the current file, and those used before it */
    int present;                            /* -1: none */
    uint32_t joined;                        /* how many files were ever the current one */
    int refusal;                            /* errno of the last failure to open the first name */
    uint64_t busy, failed;                  /* times in ns: a writer entered; joining failed last (0: never) */
    uint64_t prefix;                        /* of the ids that callers name; set by the caller after record_open */
    /* this process */
    struct entry own; /* run, name, flags and exit code are set by the caller; slot is RECORD_SLOTS if it has none */
    int file;         /* the file that has its slot */
    bool in_job;      /* reported by the system at its start. Set before the claim */
    pid_t owner;      /* 0: nothing is claimed */
};

/*
 * Opens the file; once in a process, before all others. KEY distinguishes files (shared_key). DIRECTORY is the file's
 * folder; NULL: the usual one. False: there is no file yet; the other calls try again, and return false while there is
 * none.
 */
bool record_open(struct record *record, const char *directory, uint64_t key);

/* Imitates a process's end in tests: closes its descriptors, which releases its locks. */
void record_close(struct record *record);

/* Returns the file that the name leads to now; it is opened or made if it is not the file of the last call. The caller is
   the thread that writes. NULL: there is none. */
const struct record_file *files_present(struct record *record);

/* Whether the name still leads to the current file. */
bool files_present_is_named(const struct record *record);

/* Returns the file that was used before FILE and is still open; NULL: there is none. */
const struct record_file *files_before(const struct record *record, const struct record_file *file);

/* Lets one thread write at a time, for a second at most; a thread that comes meanwhile gets false and leaves the write to
   the first. A thread that was killed while it wrote loses its turn after that second. */
bool files_enter(struct record *record);
void files_leave(struct record *record);

#endif
